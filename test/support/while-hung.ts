/** Does something while a server takes what is sent to it and answers nothing; its connections stay. */
export async function whileHung<T>(pid: number, work: () => Promise<T>): Promise<T> {
  process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}
