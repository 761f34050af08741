/** Places where a crash matters: tests let a process die at one of them (setting HELIOGRAPH_FAULT). */
export const FAULT_POINTS = [
  // A send, in the API.
  ...([
    'after-reserve',
    'after-quota',
    'after-contacts',
    'after-replace',
    'after-insert',
    'before-answer',
  ] as const),
  // A receipt, in the API: the address is suppressed; the receipt is applied, and nothing is delivered yet.
  ...(['receipt-suppressed', 'receipt-applied'] as const),
  // A change of preferences, in the API: the contact has it; so does the history, and the webhook event is not stored.
  ...(['preference-stored', 'preference-in-history'] as const),
  // An opt-out that a provider answers, in the worker: the address is suppressed, and the preferences are as before.
  'opt-out-suppressed',
  // A redelivery, in the API: the event is marked, and its workflow has not started.
  'redelivery-marked',
  // The end of a digest's window, in the worker.
  ...(['digest-taken', 'digest-carried', 'digest-gathered', 'digest-settled'] as const),
  // The end of the digest of what is over a limit, in the worker.
  ...(['fold-joined', 'fold-taken', 'fold-gathered', 'fold-settled'] as const),
  // The release of what a pause holds, in the worker: some are signalled, and that is not recorded.
  'signalled-held',
  // A page of a broadcast, in the worker: its recipients are counted in the quota; they are stored, and nothing is sent.
  ...(['page-counted', 'page-stored'] as const),
  // A page of a job, in the worker: all was done, and nothing is recorded.
  'job-page-done',
  // A send, in the worker: it has a place in a limit, and no provider was called.
  'place-taken',
  // A webhook, in the worker: the endpoint has answered, and nothing is recorded.
  'webhook-answered',
] as const;

export type FaultPoint = (typeof FAULT_POINTS)[number];
