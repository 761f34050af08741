/**
 * Returns the result of `work` or, if that takes longer than `withinMs`, the result of `late`. The work goes on: what
 * can be cancelled takes an AbortSignal instead.
 */
export function withTimeout<T, Late = undefined>(
  work: Promise<T>,
  withinMs: number,
  late: () => Late = () => undefined as Late,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs))).then(late);
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
