type Camel<Name> = Name extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<Camel<Rest>>}` : Name;

/** Returns the fields of a validated body that are set, with their names in camelCase: `daily_quota` as `dailyQuota`. */
export const camelCased = <T extends object>(body: T) =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
  ) as { [Name in keyof T as Camel<Name> & string]: T[Name] };
