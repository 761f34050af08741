import type { HistoryAndWorkflowId } from '@temporalio/client';

/** The workflow type that a history began with. */
export const workflowTypeOf = (history: HistoryAndWorkflowId['history']): string =>
  (history as { events?: Started[] | null })?.events?.[0]?.workflowExecutionStartedEventAttributes
    ?.workflowType?.name ?? 'unknown type';

interface Started {
  workflowExecutionStartedEventAttributes?: { workflowType?: { name?: string | null } | null } | null;
}

const MACHINES: Record<string, string> = {
  Timer: 'starts a timer (a WAIT)',
  Activity: 'runs an activity (a SEND or a write)',
  'Complete workflow': 'ends',
  'Fail workflow': 'fails',
  'Cancel workflow': 'ends as cancelled',
  'Child workflow': 'starts a child workflow',
  Version: 'has a `patched`',
};

/** Why a history cannot go on with the code as it is, in words, with Temporal's own behind them. */
export function whyItBreaks(error: Error): string {
  const told = /message: "((?:[^"\\]|\\.)*)"/.exec(error.message)?.[1] ?? error.message;
  const reason = told
    .replace(/^\[\w+\] |Nondeterminism error: /g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const [, machine = '', id, event] = MISMATCH.exec(reason) ?? [];
  if (event === undefined) return reason;
  const does = MACHINES[machine] ?? `does something else (${machine})`;
  return `at event ${id} its history has ${event}, and the code ${does}. Put the change behind \`patched\`. (${reason})`;
}

/** How Temporal says that a command of the code does not fit the next event of the history. */
const MISMATCH = /^(.+?) machine does not handle this event: HistoryEvent\(id: (\d+), (\w+)\)/;
