/** Closes what it was given when the test is over, the last first; call it once, at the top of a file. */
export function closingAfterEach(): <T extends { close(): unknown }>(closable: T) => T {
  const kept: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const closable of kept.splice(0).reverse()) await closable.close();
  });
  return (closable) => {
    kept.push(closable);
    return closable;
  };
}
