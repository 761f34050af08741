/** Returns the map from each code to the key that lists it. */
export const codeTable = <Key extends string, Code>(rows: Partial<Record<Key, readonly Code[]>>) =>
  new Map<Code, Key>(
    Object.entries<readonly Code[] | undefined>(rows).flatMap(([key, codes = []]) =>
      codes.map((code) => [code, key as Key]),
    ),
  );
