import { run } from './run';

void run(process.argv.slice(2), process).then((exitCode) => {
  // Not process.exit: output that is written to a pipe may not be flushed yet.
  process.exitCode = exitCode;
});
