import { z } from 'zod';
import { type ApiReply, type ApiRequest, startApiServer } from './api-server';
import { awsSignatureError } from './aws-signature';

export const KEY_ID = 'AKIAIOSFODNN7EXAMPLE';
export const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
export const SESSION = 'FwoGZXIvYXdzEXAMPLESESSION//////////==';

const addresses = z.array(z.email()).min(1);
const tag = z.string().regex(/^[A-Za-z0-9_.@-]{1,256}$/);
/** Of API v2 SendEmail, the fields that a raw message uses. */
const request = z.strictObject({
  FromEmailAddress: z.string(),
  Destination: z.strictObject({
    ToAddresses: addresses,
    CcAddresses: addresses.optional(),
    BccAddresses: addresses.optional(),
  }),
  Content: z.strictObject({ Raw: z.strictObject({ Data: z.base64().min(1) }) }),
  EmailTags: z.array(z.strictObject({ Name: tag, Value: tag })),
  ConfigurationSetName: z.string().optional(),
});
export type SesMail = z.infer<typeof request>;

/** A mailbox in ASCII; its name may have encoded words. */
const mailbox = z.string().regex(/^(?:[ -~]* <)?[!-~]+@[!-~]+>?$/);
const placeholder = z.string().regex(/^\{\{\w+\}\}$/);
/** Of API v2 SendBulkEmail, the fields that messages with an inline template use. */
const bulkRequest = z.strictObject({
  FromEmailAddress: mailbox,
  ReplyToAddresses: z.array(mailbox).optional(),
  ConfigurationSetName: z.string().optional(),
  DefaultContent: z.strictObject({
    Template: z.strictObject({
      TemplateContent: z.strictObject({
        Subject: placeholder,
        Html: placeholder.optional(),
        Text: placeholder.optional(),
      }),
      TemplateData: z.literal('{}'),
    }),
  }),
  BulkEmailEntries: z
    .array(
      z.strictObject({
        Destination: z.strictObject({ ToAddresses: z.array(mailbox).length(1) }),
        ReplacementTags: z.array(z.strictObject({ Name: tag, Value: tag })),
        ReplacementHeaders: z
          .array(
            z.strictObject({
              Name: z.string().regex(/^[!-9;-@A-~]{1,126}$/),
              Value: z.string().regex(/^[ -~]{1,870}$/),
            }),
          )
          .max(15),
        ReplacementEmailContent: z.strictObject({
          ReplacementTemplate: z.strictObject({ ReplacementTemplateData: z.string().max(262_144) }),
        }),
      }),
    )
    .min(1)
    .max(50),
});
export type SesBulk = z.infer<typeof bulkRequest>;

export const sesError = (status: number, type: string, message: string): ApiReply => ({
  status,
  headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/com.amazonaws.services.email/` },
  body: { message },
});

function handle(call: ApiRequest): ApiReply {
  const { method, path, headers, body } = call;
  const user = { accessKeyId: KEY_ID, secretAccessKey: SECRET, region: 'eu-west-1', service: 'ses' };
  const wrong = awsSignatureError(call, user);
  if (wrong) {
    // As AWS does, with what it would have signed.
    const canonical = `The Canonical String for this request should have been\n'${method}\n${path}\n${String(headers['x-amz-security-token'])}'`;
    return sesError(403, wrong, `The request signature we calculated does not match.\n\n${canonical}`);
  }
  const token = headers['x-amz-security-token'];
  if (token !== undefined && token !== SESSION)
    return sesError(403, 'ExpiredTokenException', 'The token is expired.');
  if (method === 'GET' && path === '/v2/email/account') {
    return {
      status: 200,
      body: { SendingEnabled: true, ProductionAccessEnabled: true, EnforcementStatus: 'HEALTHY' },
    };
  }
  const isBulk = path === '/v2/email/outbound-bulk-emails';
  if (method !== 'POST' || (path !== '/v2/email/outbound-emails' && !isBulk))
    return sesError(404, 'UnknownOperationException', '');
  if (headers['content-type'] !== 'application/json')
    return sesError(400, 'BadRequestException', 'content type');
  if (isBulk) return sendBulk(body);
  const mail = request.safeParse(JSON.parse(body));
  if (!mail.success) return sesError(400, 'BadRequestException', mail.error.message);
  if (mail.data.ConfigurationSetName === 'missing') {
    return sesError(404, 'NotFoundException', 'Configuration set <missing> does not exist.');
  }
  return { status: 200, body: { MessageId: 'ses-1' } };
}

/** With an inline template, a request may have 1 MB. A variable without a value is found out after the answer. */
function sendBulk(body: string): ApiReply {
  const bulk = bulkRequest.safeParse(JSON.parse(body));
  if (!bulk.success) return sesError(400, 'BadRequestException', bulk.error.message);
  if (Buffer.byteLength(body) > 1_000_000) return sesError(413, 'RequestEntityTooLarge', 'too large');
  const results = bulk.data.BulkEmailEntries.map((_, at) => ({ Status: 'SUCCESS', MessageId: `ses-${at}` }));
  return { status: 200, body: { BulkEmailEntryResults: results } };
}

/** Returns the contents of the messages of a call, as SES renders them: it escapes nothing. */
export const bulkContents = ({ DefaultContent, BulkEmailEntries }: SesBulk) =>
  BulkEmailEntries.map(({ ReplacementEmailContent: { ReplacementTemplate } }) => {
    const data = JSON.parse(ReplacementTemplate.ReplacementTemplateData) as Record<string, string>;
    const entries = Object.entries(DefaultContent.Template.TemplateContent);
    const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => data[name]!);
    return Object.fromEntries(entries.map(([name, text]) => [name, filled(text)]));
  });

export const startSes = () => startApiServer(handle);
