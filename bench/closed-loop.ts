/** Does `count` units of work, `concurrency` at once: each begins when another has ended. */
export async function closedLoop<T>(
  { count, concurrency }: { count: number; concurrency: number },
  unit: (index: number) => Promise<T>,
): Promise<T[]> {
  const results = new Array<T>(count);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next++;
      results[index] = await unit(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, lane));
  return results;
}
