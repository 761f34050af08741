import type { RetryPage } from '../../api/admin/answers';
import { CliError } from '../errors';
import type { Host } from '../host';

/** What a retry of many came to. */
export interface RetriedAll {
  retried: number;
  refused: number;
  skipped: number;
  /** The first few of each. */
  first: { started: string; event: string; retry_of: string; id?: string }[];
  refusals: RetryPage['refused'];
}

const SHOWN = 5;

/** Goes through all pages, with progress on a terminal; what fails on the way says where to go on. */
export async function retryAll(
  { stderr }: Host,
  word: string,
  page: (after: string | undefined) => Promise<RetryPage>,
  from: string | undefined,
): Promise<RetriedAll> {
  const sum: RetriedAll = { retried: 0, refused: 0, skipped: 0, first: [], refusals: [] };
  let after = from;
  do {
    const { retried, refused, skipped, next } = await page(after).catch((error: unknown) => {
      throw stopped(error, sum, word, after);
    });
    sum.retried += retried.length;
    sum.refused += refused.length;
    sum.skipped += skipped;
    for (const { id, retry_of, event, started_at } of retried.slice(0, SHOWN - sum.first.length))
      sum.first.push({ started: started_at, event, retry_of, ...(id !== undefined && { id }) });
    sum.refusals.push(...refused.slice(0, SHOWN - sum.refusals.length));
    if (stderr.isTTY) stderr.write(`\r${progress(sum, word)} `);
    after = next ?? undefined;
  } while (after !== undefined);
  if (stderr.isTTY) stderr.write('\n');
  return sum;
}

const progress = ({ retried, refused, skipped }: RetriedAll, word: string): string =>
  `${retried} ${word}, ${refused} refused, ${skipped} retried earlier`;

function stopped(error: unknown, sum: RetriedAll, word: string, after: string | undefined): unknown {
  if (!(error instanceof CliError)) return error;
  const goOn = after === undefined ? 'Run it again' : `Run it again, or go on with --after ${after}`;
  return new CliError(error.message, {
    code: error.code,
    details: [...error.details, `${progress(sum, word)} before this.`],
    next: `${goOn}: what was retried is not retried twice.${error.next === undefined ? '' : ` ${error.next}`}`,
    cause: error,
  });
}
