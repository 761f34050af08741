import fc from 'fast-check';
import type { Receipt, ReceiptKind } from '../../../../core/receipts/receipt';
import { effectOf } from '../../../../core/receipts/effect';
import type { MessageStatus } from '../../../../core/shared/statuses';

const KINDS: ReceiptKind[] = ['sent', 'delivered', 'hard_bounce', 'soft_bounce', 'failed', 'complained'];
const receipt = (kind: ReceiptKind, over: Partial<Receipt> = {}): Receipt => ({
  notificationId: 'n',
  messageId: 'm',
  kind,
  at: new Date(),
  ...over,
});

/** A message as receipts move it, in words of the rules. */
function after(kinds: ReceiptKind[], from: MessageStatus = 'queued') {
  let status = from;
  const raised: string[] = [];
  let complained = false;
  for (const kind of kinds) {
    const { moves, to, event } = effectOf(receipt(kind), 'email');
    if (!moves.includes(status) || (to === null && complained)) continue;
    if (to === null) complained = true;
    status = to ?? (status === 'queued' ? 'sent' : status);
    if (event) raised.push(event);
  }
  return { status, raised };
}

test.each<[ReceiptKind, string, string | null, string | null]>([
  ['sent', 'sent', null, null],
  ['delivered', 'delivered', 'delivery.delivered', null],
  ['hard_bounce', 'failed', 'delivery.bounced', 'HARD_BOUNCE'],
  ['soft_bounce', 'failed', 'delivery.failed', 'SOFT_BOUNCE'],
  ['failed', 'failed', 'delivery.failed', 'PROVIDER_ERROR'],
])('WEBHOOK-16: %s makes a queued e-mail %s and raises %s', (kind, to, event, code) => {
  const effect = effectOf(receipt(kind), 'email');
  expect(effect).toMatchObject({ to, event });
  expect(effect.error?.code ?? null).toBe(code);
  expect(effect.moves).toContain('queued');
});

test('RECEIPT-4: only a hard bounce, a complaint and an opt-out suppress the address', () => {
  const suppressing = KINDS.map((kind) => effectOf(receipt(kind), 'email').suppress);
  expect(suppressing).toEqual([null, null, 'hard_bounce', null, null, 'complaint']);
  expect(effectOf(receipt('failed', { optedOut: true, code: 'REJECTED' }), 'sms')).toMatchObject({
    suppress: 'opt_out',
    error: { code: 'REJECTED' },
  });
});

test('RECEIPT-3: a complaint changes no status', () => {
  for (const status of ['sent', 'delivered', 'failed'] as const)
    expect(after(['complained'], status)).toEqual({ status, raised: ['delivery.complained'] });
});

test('WEBHOOK-16: a bounce of a text is a failure, for only e-mail bounces', () => {
  expect(effectOf(receipt('hard_bounce'), 'sms').event).toBe('delivery.failed');
  expect(effectOf(receipt('complained'), 'sms').event).toBeNull();
});

test('the words of the provider are kept, to a length', () => {
  expect(effectOf(receipt('failed', { detail: 'x'.repeat(1000) }), 'email').error?.message).toHaveLength(500);
  expect(effectOf(receipt('hard_bounce'), 'email').error?.message).not.toBe('');
});

const some = fc.array(fc.constantFrom(...KINDS), { maxLength: 12 });

test('RECEIPT-1: in whatever order and how often receipts come, a failure stands, and no event is raised twice', () => {
  fc.assert(
    fc.property(some, (kinds) => {
      const { status, raised } = after(kinds);
      const fails = kinds.some((kind) => ['hard_bounce', 'soft_bounce', 'failed'].includes(kind));
      expect(status === 'failed').toBe(fails);
      expect(new Set(raised).size).toBe(raised.length);
      expect(raised.filter((event) => /bounced|failed/.test(event)).length).toBe(fails ? 1 : 0);
    }),
  );
});

test('RECEIPT-1: a status never goes backwards', () => {
  const rank: Record<MessageStatus, number> = { queued: 0, sent: 1, delivered: 2, failed: 3 };
  fc.assert(
    fc.property(some, fc.constantFrom(...KINDS), (kinds, last) => {
      expect(rank[after([...kinds, last]).status]).toBeGreaterThanOrEqual(rank[after(kinds).status]);
    }),
  );
});

test('RECEIPT-1: said twice is said once', () => {
  fc.assert(
    fc.property(some, (kinds) => {
      expect(after([...kinds, ...kinds]).status).toBe(after(kinds).status);
      expect(after(kinds.flatMap((kind) => [kind, kind]))).toEqual(after(kinds));
    }),
  );
});
