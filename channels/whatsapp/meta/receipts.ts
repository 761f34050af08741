import { z } from 'zod';
import type { Receipt } from '../../../core/receipts/receipt';
import { codeTable } from '../../http/code-table';
import { readJson } from '../../http/json';
import { failedReceipt } from '../../receipts/failure';
import { later, malformed, type ReceiptReader, refused } from '../../receipts/receipts';
import { readReference } from '../../receipts/reference';
import { receiptTime } from '../../receipts/time';
import { describeError, metaVerdict } from './errors';
import type { OptWords } from '../../opt-outs/words';
import { optChangesOf } from './opt-changes';
import { answerChallenge, refusalOf } from './signature';

interface Settings {
  access_token: string;
  phone_number_id: string;
  app_secret?: string;
  verify_token?: string;
}

/**
 * What the Cloud API's webhooks become. Sources: Status messages webhook reference
 * (developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status), Status and
 * pricing notifications (developers.facebook.com/docs/whatsapp/on-premises/webhooks/outbound: `deleted`, `warning`),
 * user_preferences (…/webhooks/reference/user_preferences).
 *
 * | Field `messages`, `statuses[].status`                   | Receipt                                              |
 * |---------------------------------------------------------|------------------------------------------------------|
 * | `sent`                                                  | `sent`                                               |
 * | `delivered`, `read`, `played`; `read` may arrive alone  | `delivered`                                          |
 * | `failed`                                                | `failed`, code by `errors[0].code` (`metaVerdict`)   |
 * | `deleted`: the person's message; `warning`: a catalog   | none                                                 |
 * | of another `phone_number_id`, or without our ids        | none: another integration's, or not ours             |
 * | `messages[]`: a text, or the payload or text of a button, that is a word of STOP or START | an opt change (`optChangesOf`) |
 * | Field `user_preferences`: `stop`, `resume`              | an opt change                                        |
 * | any other field                                         | none                                                 |
 *
 * Code 131050 is no opt-out: it repeats what `user_preferences` has said, for marketing templates only.
 */
export const metaReceipts =
  ({ access_token, phone_number_id, app_secret, verify_token }: Settings, words?: OptWords): ReceiptReader =>
  (request) => {
    if (request.method === 'GET') {
      if (verify_token !== undefined) return answerChallenge(verify_token, request);
      return later('set verify_token to the verify token of the webhook at Meta');
    }
    if (app_secret === undefined) return later("set app_secret, the app's secret, which Meta signs with");
    const refusal = refusalOf(app_secret, request);
    if (refusal !== undefined) return refused(refusal);
    const call = readJson(CALL, request.body.toString('utf8'));
    if (!call) return malformed('the body is not a webhook of Meta');
    const ours = call.entry
      .flatMap((entry) => entry?.changes ?? [])
      .flatMap((change) => (change?.value.metadata.phone_number_id === phone_number_id ? change : []));
    const statuses = ours.flatMap(({ field, value }) => (field === 'messages' ? (value.statuses ?? []) : []));
    const secrets = [access_token, app_secret, verify_token ?? ''];
    const optChanges = ours.flatMap(({ field, value }) => optChangesOf(field, value, words));
    return {
      kind: 'read',
      receipts: statuses.flatMap((status) => (status ? receiptsOf(status, secrets) : [])),
      ...(optChanges.length > 0 && { optChanges }),
    };
  };

const ERROR = z.object({
  code: z.number(),
  title: z.string().nullish().catch(undefined),
  message: z.string().nullish().catch(undefined),
  error_data: z.object({ details: z.string().nullish() }).nullish().catch(undefined),
});

const STATUS = z.object({
  id: z.string().optional().catch(undefined),
  status: z.string(),
  /** Seconds since 1970. */
  timestamp: z.coerce.number().positive().optional().catch(undefined),
  biz_opaque_callback_data: z.string(),
  errors: z.array(ERROR.nullable().catch(null)).nullish().catch(undefined),
});

// What does not have this shape, such as other fields of the webhook, is left out. The rest is read.
const CHANGE = z.object({
  field: z.enum(['messages', 'user_preferences']),
  value: z.object({
    metadata: z.object({ phone_number_id: z.string() }),
    statuses: z.array(STATUS.nullable().catch(null)).nullish().catch(undefined),
    messages: z.array(z.unknown()).nullish().catch(undefined),
    user_preferences: z.array(z.unknown()).nullish().catch(undefined),
  }),
});
const ENTRY = z.object({ changes: z.array(CHANGE.nullable().catch(null)) });
const CALL = z.object({ entry: z.array(ENTRY.nullable().catch(null)) });

const KINDS = codeTable({ sent: ['sent'], delivered: ['delivered', 'read', 'played'], failed: ['failed'] });

function receiptsOf(
  { id, status, timestamp, biz_opaque_callback_data, errors }: z.output<typeof STATUS>,
  secrets: readonly string[],
): Receipt[] {
  const kind = KINDS.get(status);
  const ids = readReference(new URLSearchParams(biz_opaque_callback_data));
  if (!kind || !ids) return [];
  const at = receiptTime(timestamp === undefined ? undefined : timestamp * 1000);
  const common = { ...ids, kind, at, ...(id !== undefined && { providerMessageId: id }) };
  if (kind !== 'failed') return [{ ...common, detail: status }];
  const error = errors?.find((one) => one !== null) ?? undefined;
  const detail = error
    ? describeError(status, { ...error, message: error.message ?? error.title }, secrets)
    : status;
  return [{ ...common, ...failedReceipt(error && metaVerdict(error.code)), detail }];
}
