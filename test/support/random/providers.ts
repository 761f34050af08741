import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ApiFault,
  type ApiHandler,
  type ApiReply,
  type ApiRequest,
  startApiServer,
} from '../providers/api-server';
import { startPostmark } from '../providers/postmark-server';
import { resendError, startResend } from '../providers/resend-server';
import { created, refusal } from '../providers/twilio-server';
import { type Accepted, type Reported, type ReceiptPaths, report } from './receipts';
import { type Fault, type Recipient, SLOW_MS } from './world';

type Name = Accepted['provider'];

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
const WORDS: Record<Name, Words> = {
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

  const around =
    (name: Name, read: (request: ApiRequest) => Accepted) =>
    (handle: ApiHandler): ApiHandler =>
    async (request): Promise<ApiReply | ApiFault> => {
      if (request.method !== 'POST') return handle(request);
      const message = read(request);
      calls.push({ address: message.address, at: Date.now() });
      const owner = owners.get(message.address);
      const planned = owner?.of.calls[name];
      const fault: Fault = planned?.first[owner!.made[name]++] ?? planned?.then ?? 'accept';
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

  const [postmark, resend, twilio] = await Promise.all([
    startPostmark(around('postmark', readPostmark)),
    startResend(around('resend', readResend)),
    startApiServer(around('twilio', readTwilio)(() => ({ status: 201, body: created() }))),
  ]);
  return {
    urls: { postmark: postmark.url, resend: resend.url, twilio: twilio.url },
    accepted,
    calls,
    reported,
    programme: (address, of) => void owners.set(address, { of, made: { postmark: 0, resend: 0, twilio: 0 } }),
    allReported: async () => {
      while (reports.size > 0) await Promise.all(reports);
      if (failure) throw failure as Error;
    },
    close: async () => {
      await Promise.all([postmark.close(), resend.close(), twilio.close()]);
    },
  };
}

/** The address of `Name <address>`. */
const addressIn = (mailbox: string): string => /<(.+)>$/.exec(mailbox)?.[1] ?? mailbox;

function readPostmark({ body }: ApiRequest): Accepted {
  const { To, Metadata } = JSON.parse(body) as { To: string; Metadata: Record<string, string> };
  const { notification_id = '', message_id = '' } = Metadata;
  const address = addressIn(To);
  return {
    provider: 'postmark',
    channel: 'email',
    notificationId: notification_id,
    messageId: message_id,
    address,
  };
}

function readResend({ body, headers }: ApiRequest): Accepted {
  const { to } = JSON.parse(body) as { to: string[] };
  const messageId = String(headers['idempotency-key']);
  return { provider: 'resend', channel: 'email', notificationId: '', messageId, address: addressIn(to[0]!) };
}

function readTwilio({ body }: ApiRequest): Accepted {
  const form = new URLSearchParams(body);
  const { searchParams } = new URL(form.get('StatusCallback') ?? '');
  return {
    provider: 'twilio',
    channel: 'sms',
    notificationId: searchParams.get('notification_id') ?? '',
    messageId: searchParams.get('message_id') ?? '',
    address: form.get('To') ?? '',
  };
}
