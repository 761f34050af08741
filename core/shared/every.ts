/** A value that is each of a union's types at once. */
export type Every<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  one: infer All,
) => void
  ? All
  : never;
