import { continueAsNew, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import { runJobPage } from './activities';
import { CONTINUE, type JobInput } from './contract';

const continued = defineSignal(CONTINUE);

/**
 * Does a job page by page. Its document says whether it runs and where it continues, so a job that is stopped ends its
 * workflow, and one that continues while this one ends gets another page.
 */
export async function job({ jobId }: JobInput): Promise<void> {
  let again = false;
  setHandler(continued, () => {
    again = true;
  });
  do {
    again = false;
    let more = true;
    while (more) {
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof job>({ jobId });
      ({ more } = await runJobPage({ jobId }));
    }
  } while (again);
}
