/** The comparisons of a value with what is typed, in the order of menus. */
export const COMPARED = [
  { value: 'is', label: 'is' },
  { value: 'is_not', label: 'is not' },
  { value: 'in', label: 'is one of' },
  { value: 'contains', label: 'contains' },
  { value: 'at_least', label: 'is at least' },
  { value: 'at_most', label: 'is at most' },
] as const;

/** The comparison of a value with none. It is the last one of menus. */
export const EXISTS = { value: 'exists', label: 'has a value' } as const;
