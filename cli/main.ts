import { run } from './run';

void run(process.argv.slice(2), process).then((exitCode) => {
  // Not process.exit: output that goes into a pipe may still be on its way.
  process.exitCode = exitCode;
});
