import { TestWorkflowEnvironment } from '@temporalio/testing';
import { reportIfSlow } from '../../tools/dev/servers/report';
import { locateTimeSkipping } from '../../tools/dev/servers/time-skipping';

/**
 * Starts a server whose clock skips waits (docs/guides/sequences.md says where it is found). The SDK gives it five seconds to
 * start. A busy machine may need more, so it is tried for a minute.
 */
export async function startTimeSkipping(): Promise<TestWorkflowEnvironment> {
  const report = reportIfSlow((line) => void process.stderr.write(`${line}\n`));
  const { executable } = await locateTimeSkipping(report);
  for (let tries = 1; ; tries += 1) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
    } catch (error) {
      if (tries === 12 || !String(error).includes('did not start within')) throw error;
    }
  }
}
