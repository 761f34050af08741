import { AwsV4Signer } from 'aws4fetch';
import MailComposer from 'nodemailer/lib/mail-composer';
import { z } from 'zod';
import { defineProvider, type ProviderCalls, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { credential } from '../../http/credential';
import type { HttpAnswer } from '../../http/http-answer';
import { failedCall } from '../../http/http-failure';
import { jsonObject } from '../../http/json';
import type { HttpRequest } from '../../http/provider-http';
import { checkResult } from '../../http/vendor-api';
import type { CheckResult, OutboundMessage, Provider } from '../../provider';
import { referenceOf } from '../../receipts/reference';
import { refuseLarge } from '../../too-large';
import { readEmail } from '../email-message';
import { toMail } from '../smtp/message';
import { createBulk } from './bulk';
import { classifySes, sesError } from './errors';
import { sesReceiptReader } from './receipts';
import { sesRecords } from './records';
import { SNS_TOPIC_ARN } from './sns/topic';

/** Bytes of a request: a message in MIME (SES, "Service quotas": API v2), in base64. */
const MAX_BYTES = Math.ceil((40 * 1024 * 1024 * 4) / 3);

const settings = z.strictObject({
  region: z
    .string()
    .regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'must be an AWS region, for example eu-west-1')
    .describe('AWS region in which the senders are verified.'),
  access_key_id: credential(128).describe(
    'Access key of an IAM user with the permissions ses:SendEmail and ses:SendRawEmail.',
  ),
  secret_access_key: credential(256).describe('Secret of the access key.'),
  session_token: credential(4096)
    .optional()
    .describe('Session token of temporary credentials, which expire within hours.'),
  configuration_set: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be the name of a configuration set')
    .optional()
    .describe('Configuration set that publishes the events of these messages.'),
  sns_topic_arn: z
    .string()
    .regex(
      SNS_TOPIC_ARN,
      'must be the ARN of an SNS topic, for example arn:aws:sns:eu-west-1:123456789012:ses-events',
    )
    .optional()
    .describe(
      'ARN of the SNS topic to which SES publishes events. Needed for receipts: messages of other topics are refused.',
    ),
  base_url: baseUrl('https://email.{region}.amazonaws.com'),
});

/** Amazon SES, API v2, SendEmail and SendBulkEmail. */
export const ses = defineProvider({
  name: 'ses',
  channels: ['email'],
  settings,
  secrets: ['access_key_id', 'secret_access_key', 'session_token'],
  destination: ['region'],
  open: createSesProvider,
  records: sesRecords,
  receipts: ({ sns_topic_arn }, { guardedHttp, issuerHttp }) =>
    sesReceiptReader({ topicArn: sns_topic_arn, http: guardedHttp, issuerHttp }),
  // A message of SNS over HTTP has 256 KiB (SNS guide, large message payloads) before it becomes a string in JSON.
  largestCallback: 512 * 1024,
});

type Settings = z.output<typeof settings>;

function createSesProvider(account: Settings, { http }: ProviderTools): ProviderCalls {
  const { region, base_url, access_key_id, secret_access_key, session_token } = account;
  const url = `${base_url.replace('{region}', region)}/v2/email`;
  const secrets = [access_key_id, secret_access_key, session_token ?? ''];
  const post = async (path: string, body: string, signal: AbortSignal) =>
    http.request(await signed(account, { method: 'POST', url: url + path, body, signal }));
  const send: Provider['send'] = async (message, signal) => {
    const body = await toRequest(message, account.configuration_set);
    if (typeof body !== 'string') return body;
    const refusal = refuseLarge(Buffer.byteLength(body), MAX_BYTES);
    if (refusal) return refusal;
    const result = await post('/outbound-emails', body, signal);
    return result.ok ? classifySes(result.answer, { to: message.to, secrets }) : failedCall(result);
  };
  return {
    send,
    batch: createBulk({ configurationSet: account.configuration_set, secrets, post }),
    async check(signal) {
      const result = await http.request(
        await signed(account, { method: 'GET', url: `${url}/account`, signal }),
      );
      return checkResult(result, readAccount, { classify: classifySes, secrets });
    },
  };
}

function readAccount(answer: HttpAnswer): CheckResult | null {
  const { SendingEnabled, ProductionAccessEnabled } = jsonObject(answer.body) ?? {};
  if (answer.status === 200 && typeof SendingEnabled === 'boolean') {
    if (!SendingEnabled) return { ok: false, reason: 'sending is paused for this account and region' };
    const inSandbox = 'accepted; the account is in the SES sandbox: only verified recipients get mail';
    const detail = ProductionAccessEnabled === false ? inSandbox : 'accepted; the account may send';
    return { ok: true, detail };
  }
  // The signature was good: the user exists and only lacks the permission for this call.
  const unknown = 'accepted; whether it may send is not known, because ses:GetAccount is not allowed';
  return sesError(answer).type === 'AccessDeniedException' ? { ok: true, detail: unknown } : null;
}

/**
 * Returns the request with the message as MIME, which nodemailer encodes as it does for SMTP. The recipients are beside it,
 * which keeps those of bcc out of the headers. SES sets Message-ID and Date itself.
 */
async function toRequest(message: OutboundMessage, configurationSet: string | undefined) {
  const email = readEmail(message);
  if ('outcome' in email) return email;
  const { mail } = toMail(email, message);
  const raw = await new MailComposer({ ...mail, newline: 'windows' }).compile().build();
  const addresses = (mailboxes: typeof email.cc) => mailboxes.map(({ address }) => address);
  return JSON.stringify({
    FromEmailAddress: email.from.address,
    Destination: {
      ToAddresses: [email.to.address],
      ...(email.cc.length > 0 && { CcAddresses: addresses(email.cc) }),
      ...(email.bcc.length > 0 && { BccAddresses: addresses(email.bcc) }),
    },
    Content: { Raw: { Data: raw.toString('base64') } },
    EmailTags: Object.entries(referenceOf(message)).map(([Name, Value]) => ({ Name, Value })),
    ConfigurationSetName: configurationSet,
  });
}

/** Signs with version 4. aws4fetch's own client repeats calls and does not know what was handed over. */
async function signed(
  { region, access_key_id, secret_access_key, session_token }: Settings,
  request: Pick<HttpRequest, 'method' | 'url' | 'signal'> & { body?: string },
): Promise<HttpRequest> {
  const signer = new AwsV4Signer({
    ...request,
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    sessionToken: session_token,
    headers: request.body === undefined ? undefined : { 'content-type': 'application/json' },
    service: 'ses',
    region,
  });
  const { headers } = await signer.sign();
  return { ...request, headers: Object.fromEntries(headers) };
}
