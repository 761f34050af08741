import { randomUUID } from 'node:crypto';
import { newMessage } from '../../store/notifications/new-message';
import type { Attempt, InFlight, Message, MessageEvent, Notification } from '../../store/notifications/model';
import type { Claimed, Settlement } from '../../store/notifications/outcome-change';

/** A moment so many milliseconds after the tests' noon. */
export const noon = (ms = 0): Date => new Date(Date.UTC(2026, 0, 15, 12) + ms);

export const SCOPE = { applicationId: 'app', environment: 'production' } as const;

/** A queued message of the step `send`. */
export const messageOf = (over: Partial<Message> = {}): Message => ({
  ...newMessage({
    notificationId: randomUUID(),
    step: 'send',
    channel: 'email',
    address: 'ada@example.org',
    at: noon(),
    retriedUntil: noon(),
  }),
  ...over,
});

/** A notification that was accepted, with one queued message. */
export const notificationOf = (over: Partial<Notification> = {}): Notification => ({
  _id: randomUUID(),
  ...SCOPE,
  event: 'welcome',
  recipient: 'contact',
  contactId: 'contact',
  contact: { email: 'ada@example.org', name: 'Ada' },
  status: 'running',
  startedAt: noon(),
  completedAt: null,
  batchId: null,
  reservationId: null,
  payload: '{}',
  overrides: null,
  language: null,
  from: null,
  forcedChannel: null,
  to: {},
  steps: [{ type: 'send', name: 'send' }],
  delivery: 'at_least_once',
  retryForMs: 1000,
  startPending: noon(),
  backlogOf: 'app',
  inFlight: null,
  messages: [messageOf()],
  ...over,
});

/** The claim of a send that began at noon. */
export const inFlightOf = (over: Partial<InFlight> = {}): InFlight => ({
  token: randomUUID(),
  step: 'send',
  runId: 'run',
  at: noon(),
  marked: false,
  ...over,
});

/** Token of the claim that `sendingOf` has. */
export const OURS = 'ours';

/** A notification whose send is in flight under our claim. */
export function sendingOf(over: Partial<Notification> = {}): Notification {
  const { startPending: _start, backlogOf: _backlog, ...rest } = notificationOf();
  return { ...rest, inFlight: inFlightOf({ token: OURS }), ...over };
}

/** An attempt that a provider took. */
export const attemptOf = (over: Partial<Attempt> = {}): Attempt => ({
  id: randomUUID(),
  at: noon(),
  provider: 'smtp',
  providerId: 'account',
  durationMs: 10,
  outcome: 'sent',
  code: null,
  response: '250 OK',
  ...over,
});

export const eventOf = (over: Partial<MessageEvent> = {}): MessageEvent => ({
  id: randomUUID(),
  type: 'delivery.sent',
  at: noon(),
  endpointId: 'endpoint',
  ...over,
});

export type Outcome = Partial<Claimed & Pick<Settlement, 'attempt' | 'rendered'> & { result: Settlement }>;

/** That the first message of a notification was sent under our claim, as its last step. */
export const outcomeOf = (
  notification: Notification,
  { attempt, rendered, result = { kind: 'sent', providerMessageId: 'p-1' }, ...over }: Outcome = {},
): [Claimed, Settlement] => [
  {
    notification,
    message: notification.messages[0] ?? messageOf(),
    token: OURS,
    event: null,
    after: 'close',
    at: noon(9),
    ...over,
  },
  { ...result, attempt, rendered },
];
