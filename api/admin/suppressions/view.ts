import { z } from 'zod';
import { SUPPRESSIBLE, SUPPRESSION_REASONS } from '../../../core/receipts/suppression';
import { ENVIRONMENTS } from '../../../core/shared/channels';
import { inOrder } from '../../../store/suppressions/reasons';
import type { Suppression } from '../../../store/suppressions/suppressions';
import { timestamp, uuid } from '../../http/formats';

export const suppressionSchema = z
  .object({
    id: z.string(),
    environment: z.enum(ENVIRONMENTS),
    channel: z.enum(SUPPRESSIBLE),
    address: z.string().nullable().describe('Null once its contact was erased.'),
    reason: z.enum(SUPPRESSION_REASONS).describe('The oldest reason.'),
    detail: z.string().nullable(),
    notification_id: uuid.nullable().describe('The notification whose receipt suppressed the address.'),
    created_at: timestamp,
    reasons: z
      .array(
        z.object({
          reason: z.enum(SUPPRESSION_REASONS),
          at: timestamp.describe('When its cause happened last.'),
          detail: z.string().nullable(),
          notification_id: uuid.nullable(),
        }),
      )
      .describe('All reasons, the oldest first. The address is suppressed while any remains.'),
  })
  .meta({ id: 'Suppression' });

export const suppressionView = (suppression: Suppression): z.output<typeof suppressionSchema> => ({
  id: suppression._id,
  environment: suppression.environment,
  channel: suppression.channel,
  address: suppression.address,
  reason: suppression.reason,
  detail: suppression.detail,
  notification_id: suppression.notificationId,
  created_at: suppression.createdAt.toISOString(),
  reasons: inOrder(suppression.reasons).map(([reason, { at, detail, notificationId }]) => ({
    reason,
    at: at.toISOString(),
    detail,
    notification_id: notificationId,
  })),
});

/** Has neither the address nor the details, because the audit log outlives them. */
export const suppressionAudit = ({ _id: id, environment, channel, reasons }: Suppression) => {
  const [[reason] = ['manual'], ...others] = inOrder(reasons);
  return {
    id,
    environment,
    channel,
    reason,
    ...(others.length > 0 && { others: others.map(([one]) => one) }),
  };
};
