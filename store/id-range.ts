/** Returns the condition for ids that begin with `start`, as a range of the index of ids. `g` comes after every hex digit. */
export const idRange = (start: string): { $gte: string; $lt: string } => ({ $gte: start, $lt: `${start}g` });
