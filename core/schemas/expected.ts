import { z } from 'zod';

const PREFIX = 'expected_';

type ExpectedIn<Shape, Name extends keyof Shape & string> = {
  [One in Name as `${typeof PREFIX}${One}`]: Shape[One];
};

/**
 * Returns the body of a change with an `expected_NAME` for each setting that a change replaces as a whole: what it was when
 * the caller read it. So a change of somebody else in between is not overwritten.
 */
export function withExpected<
  Shape extends Readonly<Record<string, z.ZodOptional>>,
  Name extends keyof Shape & string,
>(shape: Shape, wholes: readonly Name[]) {
  const fields = wholes.map((name) => [
    PREFIX + name,
    shape[name]!.describe(
      `With \`${name}\`: it changes only if it is still this. Otherwise the response is 409.`,
    ),
  ]);
  const expected = Object.fromEntries(fields) as ExpectedIn<Shape, Name>;
  const all: Shape & ExpectedIn<Shape, Name> = { ...shape, ...expected };
  return z.strictObject(all).superRefine((body, context) => {
    const given = body as unknown as Readonly<Record<string, unknown>>;
    for (const name of wholes)
      if (given[PREFIX + name] !== undefined && given[name] === undefined)
        context.addIssue({
          ...{ code: 'custom', path: [PREFIX + name] },
          message: `needs "${name}", what it is after the change`,
        });
  });
}

type Changes<Body> = Omit<Body, `${typeof PREFIX}${string}`>;
type Expected<Body> = {
  [Field in keyof Body as Field extends `${typeof PREFIX}${infer Name}` ? Name : never]: Body[Field];
};

/** Splits such a body: into the changes, and what the settings were by their names. */
export function splitExpected<Body extends object>(
  body: Body,
): { changes: Changes<Body>; expected: Expected<Body> } {
  const fields: [string, unknown][] = Object.entries(body);
  const given = fields.filter(([, value]) => value !== undefined);
  const isExpected = ([field]: [string, unknown]): boolean => field.startsWith(PREFIX);
  const changes = Object.fromEntries(given.filter((one) => !isExpected(one)));
  const expected = given.filter(isExpected).map(([field, value]) => [field.slice(PREFIX.length), value]);
  return { changes: changes as Changes<Body>, expected: Object.fromEntries(expected) as Expected<Body> };
}
