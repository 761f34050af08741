/** Returns what binds an input of text to a value. */
export const textOf = (value: string, set: (value: string) => void) => ({
  value,
  onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
});

/** Returns what binds a checkbox or a switch to a value. */
export const checkOf = (checked: boolean, set: (checked: boolean) => void) => ({
  checked,
  onChange: (event: { currentTarget: { checked: boolean } }) => set(event.currentTarget.checked),
});
