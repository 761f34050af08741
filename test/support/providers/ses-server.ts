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
  if (method !== 'POST' || path !== '/v2/email/outbound-emails')
    return sesError(404, 'UnknownOperationException', '');
  if (headers['content-type'] !== 'application/json')
    return sesError(400, 'BadRequestException', 'content type');
  const mail = request.safeParse(JSON.parse(body));
  if (!mail.success) return sesError(400, 'BadRequestException', mail.error.message);
  if (mail.data.ConfigurationSetName === 'missing') {
    return sesError(404, 'NotFoundException', 'Configuration set <missing> does not exist.');
  }
  return { status: 200, body: { MessageId: 'ses-1' } };
}

export const startSes = () => startApiServer(handle);
