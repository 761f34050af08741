/** Loaded into a process of the service before its own code: SIGUSR2 makes an error that nobody catches. */
process.on('SIGUSR2', () => {
  throw new Error('broken on purpose');
});
