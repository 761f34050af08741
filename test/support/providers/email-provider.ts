import type { ProviderDefinition } from '../../../channels/definition';
import { createProviderHttp } from '../../../channels/http/provider-http';
import type { OutboundMessage, Provider, SendResult } from '../../../channels/provider';
import { abortedOnArrival } from './aborted';
import type { ApiReply, ApiServer } from './api-server';

export const NOTIFICATION = '0191f3c0-0000-4000-8000-000000000002';
export const MESSAGE = '0191f3c0-0000-5000-8000-000000000001';

export function emailMessage(overrides: Partial<OutboundMessage> = {}): OutboundMessage {
  return {
    id: MESSAGE,
    notificationId: NOTIFICATION,
    contactId: null,
    to: 'ada@example.org',
    from: '"Shop" <shop@example.com>',
    content: { subject: 'Hej Ådä', html: '<p>Hello</p>', text: 'Hello' },
    ...overrides,
  };
}

/** Bytes that any re-encoding as text would change. */
export const FILE = Buffer.from([...Array(256).keys(), 13, 10, 10, 13, 46, 13, 10]);

/** A message with everything that an e-mail can have. */
export const fullMessage = (): OutboundMessage =>
  emailMessage({
    toName: 'Ada, Countess',
    replyTo: ['Help Desk <help@example.com>', 'more@example.com'],
    cc: ['c1@example.org', 'Copy <c2@example.org>', 'ada@example.org'],
    bcc: ['secret@example.org', 'c1@example.org'],
    content: {
      subject: 'Hej Ådä',
      html: '<p>Hello</p>',
      text: 'Hello',
      unsubscribeUrl: 'https://example.com/unsubscribe?t=å b',
      attachments: [
        { filename: 'räkning.pdf', contentType: 'application/pdf', content: FILE.toString('base64') },
      ],
    },
  });

export const UNSUBSCRIBE = {
  'List-Unsubscribe': '<https://example.com/unsubscribe?t=%C3%A5%20b>',
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
};
export const HEADERS = {
  'X-Heliograph-Notification': NOTIFICATION,
  'X-Heliograph-Message': MESSAGE,
};

/** Opens providers at a test server as the process does, with short limits of time. */
export function opener(definition: ProviderDefinition, secrets: string[]) {
  const http = createProviderHttp({ answerTimeoutMs: 1500, connectTimeoutMs: 1500 });
  const open = (settings: Record<string, unknown>): Provider =>
    definition.open(definition.settings.parse(settings), { http, guardedHttp: http }, 'email');
  /** Sends, and looks for credentials in the result. */
  const send = async (provider: Provider, message = emailMessage(), signal = AbortSignal.timeout(5000)) => {
    const result = await provider.send(message, signal);
    for (const secret of secrets) expect(JSON.stringify(result)).not.toContain(secret);
    return result;
  };
  return { open, send, close: () => http.close() };
}

export interface Subject {
  server: ApiServer;
  provider: (settings?: Record<string, unknown>) => Provider;
  send: (provider: Provider, message?: OutboundMessage, signal?: AbortSignal) => Promise<SendResult>;
  /** What a call without an answer, after it was handed over, is with this provider. */
  lost: { timedOut: Partial<SendResult>; broken: Partial<SendResult> };
}

/** What holds for every e-mail provider over HTTP, whatever it speaks. */
export function itKeepsTheCommonRules(subject: () => Subject): void {
  it('is not handed over when nobody listens: transient', async () => {
    const { provider, send } = subject();
    const result = await send(provider({ base_url: 'http://127.0.0.1:1' }));
    expect(result).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
  });

  it('has an outcome that says so when the connection breaks after it was handed over', async () => {
    const { server, provider, send, lost } = subject();
    server.next.push('reset');
    expect(await send(provider())).toMatchObject(lost.broken);
    expect(server.requests).toHaveLength(1);
  });

  it('has an outcome that says so when no answer comes', async () => {
    const { server, provider, send, lost } = subject();
    server.next.push('hang');
    expect(await send(provider())).toMatchObject(lost.timedOut);
    expect(server.requests).toHaveLength(1);
  });

  it('ends soon after its signal aborts', async () => {
    const { server, provider, send, lost } = subject();
    const result = await abortedOnArrival(
      (reply) => server.next.push(reply),
      (signal) => send(provider(), emailMessage(), signal),
    );
    expect(result).toMatchObject(lost.timedOut);
  });

  it('is sent, without an id, when the answer of success breaks off', async () => {
    const { server, provider, send } = subject();
    server.next.push('cut');
    expect(await send(provider())).toMatchObject({ outcome: 'sent', providerMessageId: '' });
  });

  it.each<[string, Partial<OutboundMessage>, string, string]>([
    ['a line break in the subject', { content: { subject: 'a\r\nBcc: x@y.zz' } }, 'REJECTED', 'subject'],
    ['a line break in the name', { toName: 'a\nb' }, 'REJECTED', 'name of to'],
    ['a line break in the sender', { from: 'Shop <shop@example.com>\r\nX: y' }, 'REJECTED', 'from'],
    ['a recipient that is no address', { to: 'nobody' }, 'INVALID_RECIPIENT', 'to'],
    ['a copy that is no address', { cc: ['a@b.cc, c@d.ee'] }, 'REJECTED', 'cc'],
    ['an id with a line break', { id: 'a\nb' }, 'REJECTED', 'id'],
    ['an http unsubscribe URL', { content: { unsubscribeUrl: 'http://x.yy/' } }, 'TEMPLATE_ERROR', 'https'],
    [
      'an attachment without content',
      { content: { attachments: [{ filename: 'a', url: 'https://x.yy/' }] } },
      'TEMPLATE_ERROR',
      'attachment',
    ],
  ])('refuses %s before the provider is called', async (_what, wrong, code, word) => {
    const { server, provider, send } = subject();
    const result = await send(provider(), emailMessage(wrong));
    expect(result).toMatchObject({ outcome: 'permanent', code, response: expect.stringContaining(word) });
    expect(server.requests).toEqual([]);
  });

  it('says why its check cannot be made', async () => {
    const { provider } = subject();
    const check = await provider({ base_url: 'http://127.0.0.1:1' }).check?.(AbortSignal.timeout(2000));
    expect(check).toMatchObject({ ok: false, reason: expect.stringContaining('ECONNREFUSED') });
  });
}

/** One row of a failure table: the provider's answer, and what it must become. */
export type Row = [what: string, reply: ApiReply, result: Partial<SendResult>];

export const transient = (code: string) => ({ outcome: 'transient', code }) as Partial<SendResult>;
export const permanent = (code: string) => ({ outcome: 'permanent', code }) as Partial<SendResult>;
export const limited = (retryAfterMs?: number) =>
  ({
    outcome: 'rate_limited',
    code: 'RATE_LIMITED',
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }) as Partial<SendResult>;
export const sent = (providerMessageId: string) =>
  ({ outcome: 'sent', providerMessageId }) as Partial<SendResult>;
export const UNKNOWN = { outcome: 'unknown', code: 'OUTCOME_UNKNOWN' } as Partial<SendResult>;
