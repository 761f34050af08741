import { AwsV4Signer } from 'aws4fetch';
import MailComposer from 'nodemailer/lib/mail-composer';
import { z } from 'zod';
import { defineProvider } from '../../definition';
import { jsonObject } from '../../http/json';
import { baseUrl } from '../../http/base-url';
import { credential } from '../../http/credential';
import { failedCall } from '../../http/http-failure';
import type { HttpRequest, ProviderHttp } from '../../http/provider-http';
import type { OutboundMessage, Provider } from '../../provider';
import { tooLarge } from '../email-message';
import { classifySes, sesError } from './errors';
import { sesReceiptReader } from './receipts';
import { toMail } from '../smtp/message';
import { SNS_TOPIC_ARN } from './sns/topic';

/** A message in MIME (SES, "Service quotas": API v2); the request has it in base64 once more. */
const MAX_BYTES = Math.ceil((40 * 1024 * 1024 * 4) / 3);

/** Amazon SES, API v2, SendEmail. */
export const ses = defineProvider({
  name: 'ses',
  channels: ['email'],
  settings: z.strictObject({
    region: z
      .string()
      .regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'must be an AWS region, for example eu-west-1')
      .describe('AWS region in which the senders are verified.'),
    access_key_id: credential(128).describe(
      'Access key of an IAM user that may ses:SendEmail and ses:SendRawEmail.',
    ),
    secret_access_key: credential(256).describe('Its secret.'),
    session_token: credential(4096)
      .optional()
      .describe('Only with temporary credentials, which end after hours.'),
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
        'ARN of the SNS topic to which SES reports what became of messages. Receipts need it: messages of other topics are refused.',
      ),
    base_url: baseUrl('https://email.{region}.amazonaws.com'),
  }),
  secrets: ['access_key_id', 'secret_access_key', 'session_token'],
  destination: ['region'],
  open: (settings, { http }) =>
    createSesProvider(
      {
        url: settings.base_url.replace('{region}', settings.region),
        region: settings.region,
        configurationSet: settings.configuration_set,
        credentials: {
          accessKeyId: settings.access_key_id,
          secretAccessKey: settings.secret_access_key,
          sessionToken: settings.session_token,
        },
      },
      http,
    ),
  receipts: ({ sns_topic_arn }, { guardedHttp }) =>
    sesReceiptReader({ topicArn: sns_topic_arn, http: guardedHttp }),
  // A message of SNS over HTTP has 256 KiB (SNS guide, large message payloads) before it is a string in JSON.
  largestCallback: 512 * 1024,
});

interface Account {
  url: string;
  region: string;
  configurationSet?: string;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
}

function createSesProvider(account: Account, http: ProviderHttp): Provider {
  const { credentials, url } = account;
  const secrets = Object.values(credentials).filter((value) => value !== undefined);
  return {
    name: 'ses',
    async send(message, signal) {
      const body = await toRequest(message, account.configurationSet);
      if (typeof body !== 'string') return body;
      const refusal = tooLarge(body, MAX_BYTES);
      if (refusal) return refusal;
      const call = await http.request(
        await signed(account, { method: 'POST', url: `${url}/v2/email/outbound-emails`, body, signal }),
      );
      return call.ok ? classifySes(call.answer, { to: message.to, secrets }) : failedCall(call);
    },
    async check(signal) {
      const call = await http.request(
        await signed(account, { method: 'GET', url: `${url}/v2/email/account`, signal }),
      );
      if (!call.ok) return { ok: false, reason: call.reason };
      const { SendingEnabled, ProductionAccessEnabled } = jsonObject(call.answer.body) ?? {};
      if (call.answer.status === 200 && typeof SendingEnabled === 'boolean') {
        if (!SendingEnabled) return { ok: false, reason: 'sending is paused for this account and region' };
        return ProductionAccessEnabled === false
          ? {
              ok: true,
              detail: 'accepted; the account is in the SES sandbox: only verified recipients get mail',
            }
          : { ok: true, detail: 'accepted; the account may send' };
      }
      // The signature was good: the user exists and only lacks the permission for this very question.
      if (sesError(call.answer).type === 'AccessDeniedException') {
        return {
          ok: true,
          detail: 'accepted; whether it may send is not known, as ses:GetAccount is not allowed',
        };
      }
      return {
        ok: false,
        reason: `Amazon SES answered ${classifySes(call.answer, { to: '', secrets }).response}`,
      };
    },
    close: () => Promise.resolve(),
  };
}

/**
 * The message as MIME, as it goes over SMTP: so nodemailer encodes names, subjects and files, as it has for years.
 * The recipients stand beside it, which keeps those of bcc out of the headers. SES sets Message-ID and Date itself.
 */
async function toRequest(message: OutboundMessage, configurationSet: string | undefined) {
  const prepared = toMail(message);
  if ('outcome' in prepared) return prepared;
  const { email } = prepared;
  const raw = await new MailComposer({ ...prepared.mail, newline: 'windows' }).compile().build();
  const addresses = (mailboxes: typeof email.cc) => mailboxes.map(({ address }) => address);
  return JSON.stringify({
    FromEmailAddress: email.from.address,
    Destination: {
      ToAddresses: [email.to.address],
      ...(email.cc.length > 0 && { CcAddresses: addresses(email.cc) }),
      ...(email.bcc.length > 0 && { BccAddresses: addresses(email.bcc) }),
    },
    Content: { Raw: { Data: raw.toString('base64') } },
    EmailTags: [
      { Name: 'notification_id', Value: message.notificationId },
      { Name: 'message_id', Value: message.id },
    ],
    ConfigurationSetName: configurationSet,
  });
}

/** Signature version 4. Only signing is aws4fetch's: its own client repeats calls and cannot tell what was handed over. */
async function signed(
  { region, credentials }: Account,
  request: Pick<HttpRequest, 'method' | 'url' | 'signal'> & { body?: string },
): Promise<HttpRequest> {
  const headers = request.body === undefined ? undefined : { 'content-type': 'application/json' };
  const signer = new AwsV4Signer({ ...credentials, ...request, headers, service: 'ses', region });
  const { headers: all } = await signer.sign();
  return { ...request, headers: Object.fromEntries(all) };
}
