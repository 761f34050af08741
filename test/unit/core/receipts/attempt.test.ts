import {
  type AttemptedMessage,
  type ReportedAttempt,
  attemptOf,
  isSuperseded,
} from '../../../../core/receipts/attempt';

type Attempt = AttemptedMessage['attempts'][number];

const [FIRST, SECOND, THIRD] = [
  '1a000000-0000-4000-8000-000000000001',
  '2b000000-0000-4000-8000-000000000002',
  '3c000000-0000-4000-8000-000000000003',
];
const lost = (id: string, providerId: string | null = 'twilio'): Attempt => ({
  id,
  outcome: 'unknown',
  providerId,
});
const sent = (id: string, providerId = 'telnyx', providerMessageId = `of ${providerId}`): Attempt => ({
  id,
  outcome: 'sent',
  providerId,
  providerMessageId,
});
const message = (attempts: Attempt[], over: Partial<AttemptedMessage> = {}): AttemptedMessage => ({
  step: 'sms',
  status: 'sent',
  providerMessageId: null,
  attempts,
  ...over,
});
const reported = (kind: 'sent' | 'delivered', attemptId: string) => ({ receipts: [{ kind, attemptId }] });
const inFlight = (token: string, step = 'sms') => ({ token, step });

describe('RECEIPT-5: a failure counts if it is of the attempt that decides', () => {
  test.each<
    [what: string, message: AttemptedMessage, superseded: string[], deciding: string, token: string | null]
  >([
    [
      'the one that was sent',
      message([lost(FIRST), lost(SECOND), sent(THIRD)]),
      [FIRST, SECOND],
      THIRD,
      null,
    ],
    ['the last one, if no outcome is known', message([lost(FIRST), lost(SECOND)]), [FIRST], SECOND, null],
    ['the one in progress', message([lost(FIRST)], { status: 'queued' }), [FIRST], SECOND, SECOND],
    [
      'the one that a receipt proved sent',
      message([lost(FIRST), lost(SECOND)], reported('sent', FIRST)),
      [SECOND],
      FIRST,
      null,
    ],
    [
      'the one that was delivered, also if another was sent after it',
      message([lost(FIRST), sent(SECOND)], { status: 'delivered', ...reported('delivered', FIRST) }),
      [SECOND],
      FIRST,
      null,
    ],
    [
      'a late record before the one that was not sent',
      message([sent(FIRST), { id: SECOND, outcome: 'transient', providerId: 'telnyx' }]),
      [SECOND],
      FIRST,
      null,
    ],
    [
      'one after the repeat that an operator requested',
      message([sent(FIRST), lost(SECOND)], { status: 'queued', repeatOf: FIRST, ...reported('sent', FIRST) }),
      [FIRST],
      SECOND,
      null,
    ],
    [
      'the one in progress after such a repeat',
      message([sent(FIRST)], { status: 'queued', repeatOf: FIRST }),
      [FIRST],
      SECOND,
      SECOND,
    ],
  ])('%s', (_what, of, superseded, deciding, token) => {
    const claim = token === null ? null : inFlight(token);
    const said = (attemptId: string) => isSuperseded({ attemptId }, of, claim);
    expect(said(deciding)).toBe(false);
    expect(said(deciding.slice(0, 2))).toBe(false);
    for (const attemptId of superseded) {
      expect(said(attemptId)).toBe(true);
      expect(said(attemptId.slice(0, 2))).toBe(true);
    }
  });

  const two = message([lost(FIRST), sent(SECOND)]);
  test.each<[what: string, reported: ReportedAttempt, of: AttemptedMessage, expected: boolean]>([
    ['the provider’s id of the deciding one', { providerMessageId: 'of telnyx' }, two, false],
    ['another id', { providerMessageId: 'of twilio' }, two, true],
    ['its integration', { integrationId: 'telnyx' }, two, false],
    ['another integration', { integrationId: 'twilio' }, two, true],
    ['nothing, as bounces by mail of older releases', {}, two, false],
    ['an id, of a message whose attempt has none', { providerMessageId: 'x' }, message([lost(FIRST)]), false],
    ['an id, of a message without attempts', { providerMessageId: 'x' }, message([]), false],
    [
      'the id of an attempt that an older release recorded',
      { providerMessageId: 'x' },
      message([{ id: FIRST, outcome: 'sent' }], { providerMessageId: 'x' }),
      false,
    ],
    [
      'another id than that',
      { providerMessageId: 'y' },
      message([{ id: FIRST, outcome: 'sent' }], { providerMessageId: 'x' }),
      true,
    ],
    [
      'an attempt that is not recorded, and the id of the message',
      { attemptId: THIRD, providerMessageId: 'x' },
      message([lost(FIRST)], { providerMessageId: 'x' }),
      false,
    ],
  ])('a receipt that says %s', (_what, given, of, expected) => {
    expect(isSuperseded(given, of, null)).toBe(expected);
  });

  test('a claim of another step is no attempt at the message', () => {
    const of = message([sent(FIRST)]);
    expect(isSuperseded({ attemptId: FIRST }, of, inFlight(SECOND, 'later'))).toBe(false);
    expect(attemptOf({ attemptId: SECOND }, of, inFlight(SECOND, 'later'))).toBeUndefined();
    expect(attemptOf({ attemptId: SECOND.slice(0, 2) }, of, inFlight(SECOND))).toBe(SECOND);
  });
});
