/** Returns the processor time that this process spends until `work` has ended, milliseconds: a busy machine adds nothing to it. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
