import { sleep } from '@temporalio/workflow';
import { reportSandbox } from './activities';
import type { SandboxReportsInput } from './contract';

/** Reports what became of a message of sandbox, as its provider would. */
export async function sandboxReports({ reports, ...message }: SandboxReportsInput): Promise<void> {
  for (const report of reports) {
    await sleep(report.afterMs);
    await reportSandbox.executeWithOptions({ summary: report.kind }, [{ ...message, report }]);
  }
}
