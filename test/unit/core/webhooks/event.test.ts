import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReceiptKind } from '../../../../core/receipts/receipt';
import { raisedBy, WEBHOOK_EVENT_TYPES, webhookEventRow } from '../../../../core/webhooks/event';

test.each(WEBHOOK_EVENT_TYPES)('%s is raised by something, and the rules name it', (type) => {
  const { outcome, receipts, about } = webhookEventRow(type);
  expect([outcome, ...receipts, about].some((cause) => cause !== undefined)).toBe(true);
  const rules = path.resolve(__dirname, '../../../../docs/reference/rules/webhooks.md');
  expect(readFileSync(rules, 'utf8')).toMatch(new RegExp(`^\\| \`${type}\` +\\| `, 'm'));
});

test.each(['sent', 'failed'] as const)(
  'WEBHOOK-15: one type belongs to the outcome %s of a SEND',
  (outcome) => {
    const raised = WEBHOOK_EVENT_TYPES.filter((type) => webhookEventRow(type).outcome === outcome);
    expect(raised).toEqual([`delivery.${outcome}`]);
  },
);

test.each<[ReceiptKind, string | null, string | null]>([
  ['sent', null, null],
  ['delivered', 'delivery.delivered', 'delivery.delivered'],
  ['failed', 'delivery.failed', 'delivery.failed'],
  ['soft_bounce', 'delivery.failed', 'delivery.failed'],
  ['hard_bounce', 'delivery.bounced', 'delivery.failed'],
  ['complained', 'delivery.complained', null],
])('WEBHOOK-16: the receipt %s raises %s over e-mail and %s over SMS', (kind, email, sms) => {
  expect([raisedBy(kind, 'email'), raisedBy(kind, 'sms')]).toEqual([email, sms]);
});
