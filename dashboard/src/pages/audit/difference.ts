type Fields = Readonly<Record<string, unknown>> | null;

/** A field that a change changed. Undefined: it was, or is, not there. */
export interface ChangedField {
  name: string;
  before: unknown;
  after: unknown;
}

/** Returns what a change changed, field by field. */
export function changedFields(before: Fields, after: Fields): ChangedField[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({ name, before: before?.[name], after: after?.[name] }));
}
