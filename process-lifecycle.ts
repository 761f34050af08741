/**
 * Calls `stop` once, when the process is told to end: by SIGTERM, by Ctrl-C, or because the parent that holds
 * its IPC channel is gone.
 */
export function whenToldToStop(stop: () => void): void {
  let told = false;
  const once = (): void => {
    if (told) return;
    told = true;
    stop();
  };
  process.on('SIGTERM', once);
  process.on('SIGINT', once);
  process.on('disconnect', once);
}
