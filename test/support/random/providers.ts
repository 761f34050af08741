import { setTimeout as sleep } from 'node:timers/promises';
import type { ParsedMail } from 'mailparser';
import {
  type ApiFault,
  type ApiHandler,
  type ApiReply,
  type ApiRequest,
  startApiServer,
} from '../providers/api-server';
import { startPostmark } from '../providers/postmark-server';
import { resendError, startResend } from '../providers/resend-server';
import { answerSlack } from '../providers/slack-server';
import { created, refusal } from '../providers/twilio-server';
import { type SinkAnswer, startSmtpSink } from '../outside/smtp-sink';
import { type Accepted, type Reported, type ReceiptPaths, report } from './receipts';
import { readPostmark, readResend, readSlack, readSmtp, readTwilio } from './read-calls';
import { type Fault, type ProviderName as Name, type Recipient, SLOW_MS } from './world';

/** The providers that speak HTTP. */
type ApiName = Exclude<Name, 'smtp'>;

/** The providers of one round, which fail and report as its recipients say. */
export interface RandomProviders {
  urls: Record<Name, string>;
  /** Each message that a provider would bring to its recipient, copies included. */
  accepted: Accepted[];
  /** Each call, with when it came. */
  calls: { address: string; at: number }[];
  reported: Reported[];
  /** Says to whom an address belongs. */
  programme(address: string, of: Recipient): void;
  /** Waits until every report was made; throws where one was refused. */
  allReported(): Promise<void>;
  close(): Promise<void>;
}

/** How a provider words what it answers. */
interface Words {
  refused: ApiReply;
  limited: ApiReply;
  down: ApiReply;
}

const retryAfter = { 'retry-after': '1' };
const WORDS: Record<ApiName, Words> = {
  postmark: {
    refused: { status: 422, body: { ErrorCode: 300, Message: 'Bad content.' } },
    limited: { status: 429, headers: retryAfter, body: { ErrorCode: 0, Message: 'Too many.' } },
    down: { status: 503, body: { ErrorCode: 0, Message: 'Down.' } },
  },
  resend: {
    refused: resendError(422, 'validation_error', 'Bad content.'),
    limited: resendError(429, 'rate_limit_exceeded', 'Too many.', retryAfter),
    down: resendError(503, 'service_unavailable', 'Down.'),
  },
  twilio: {
    refused: refusal(400, 21620, 'Bad content.'),
    limited: { ...refusal(429, 20429), headers: retryAfter },
    down: refusal(503, 20503),
  },
  slack: {
    refused: { status: 200, body: { ok: false, error: 'invalid_blocks' } },
    limited: { status: 429, headers: retryAfter, body: { ok: false, error: 'ratelimited' } },
    down: { status: 503, body: { ok: false, error: 'service_unavailable' } },
  },
};

/** `paths` is asked when a receipt is due. */
export async function startProviders(baseUrl: string, paths: () => ReceiptPaths): Promise<RandomProviders> {
  const owners = new Map<string, { of: Recipient; made: Record<Name, number> }>();
  const accepted: Accepted[] = [];
  const calls: RandomProviders['calls'] = [];
  const reported: Reported[] = [];
  const reports = new Set<Promise<void>>();
  let failure: unknown;

  const tell = async (kind: Reported['kind'], of: Accepted): Promise<void> => {
    const done = await report(baseUrl, kind, of, paths());
    if (done) reported.push(done);
  };
  const tellLater = (kind: Reported['kind'], of: Accepted, afterMs: number): void => {
    const telling = sleep(afterMs)
      .then(() => tell(kind, of))
      .catch((error: unknown) => void (failure ??= error))
      .finally(() => reports.delete(telling));
    reports.add(telling);
  };

  /** Notes that the message goes out, and reports what its recipient says. */
  async function take(message: Accepted): Promise<void> {
    accepted.push(message);
    const planned = owners.get(message.address)?.of.receipts ?? [];
    for (const { kind, afterMs } of planned) if (afterMs >= 0) tellLater(kind, message, afterMs);
    for (const { kind, afterMs } of planned) if (afterMs < 0) await tell(kind, message);
  }

  /** What a provider does with this call. */
  function faultOf(name: Name, address: string): Fault {
    calls.push({ address, at: Date.now() });
    const owner = owners.get(address);
    const planned = owner?.of.calls[name];
    return planned?.first[owner!.made[name]++] ?? planned?.then ?? 'accept';
  }

  const around =
    (name: ApiName, read: (request: ApiRequest) => Accepted) =>
    (handle: ApiHandler): ApiHandler =>
    async (request): Promise<ApiReply | ApiFault> => {
      if (request.method !== 'POST') return handle(request);
      const message = read(request);
      const fault = faultOf(name, message.address);
      if (fault === 'refuse') return WORDS[name].refused;
      if (fault === 'limit') return WORDS[name].limited;
      if (fault === 'down') return WORDS[name].down;
      if (fault === 'reset') return 'reset';
      if (fault === 'slow') await sleep(SLOW_MS);
      const answer = await handle(request);
      // Resend knows a repeat by its key.
      const known =
        name === 'resend' &&
        accepted.some(({ provider, messageId }) => provider === name && messageId === message.messageId);
      if (!known && typeof answer === 'object' && answer.status < 300) await take(message);
      if (fault === 'lose') return 'reset';
      return fault === 'cut' || fault === 'hang' ? fault : answer;
    };
  const answerMail = async (to: string, mail: ParsedMail): Promise<SinkAnswer> => {
    const fault = faultOf('smtp', to);
    if (fault === 'refuse') return { code: 554, text: '5.6.0 bad content' };
    if (fault === 'limit') return { code: 451, text: '4.7.1 too many messages' };
    if (fault === 'down') return { code: 451, text: '4.3.0 try again later' };
    if (fault === 'reset') return 'drop';
    if (fault === 'slow') await sleep(SLOW_MS);
    await take(readSmtp(to, mail));
    if (fault === 'lose' || fault === 'cut') return 'drop';
    return fault === 'hang' ? 'hang' : null;
  };

  const [postmark, resend, twilio, slack, smtp] = await Promise.all([
    startPostmark(around('postmark', readPostmark)),
    startResend(around('resend', readResend)),
    startApiServer(around('twilio', readTwilio)(() => ({ status: 201, body: created() }))),
    startApiServer(around('slack', readSlack)(answerSlack)),
    startSmtpSink(),
  ]);
  smtp.answer = answerMail;
  const none = { postmark: 0, resend: 0, twilio: 0, slack: 0, smtp: 0 };
  return {
    urls: {
      postmark: postmark.url,
      resend: resend.url,
      twilio: twilio.url,
      slack: slack.url,
      smtp: smtp.url,
    },
    accepted,
    calls,
    reported,
    programme: (address, of) => void owners.set(address, { of, made: { ...none } }),
    allReported: async () => {
      while (reports.size > 0) await Promise.all(reports);
      if (failure) throw failure as Error;
    },
    close: async () => {
      await Promise.all([postmark.close(), resend.close(), twilio.close(), slack.close(), smtp.stop()]);
    },
  };
}
