import { definitionOf } from '../../../channels/catalog';
import { createProviderHttp } from '../../../channels/http/provider-http';
import type { CheckResult, OutboundMessage, SendResult } from '../../../channels/provider';
import type { Channel } from '../../../core/channels';

export const MESSAGE_ID = '0b54d1a0-6f0e-5f3c-9a52-2b6cf1f1a111';
export const NOTIFICATION_ID = '5ff1a2a8-43dc-4a7f-8c2f-9d6ff1f1a222';

/** A message to a phone. */
export const toPhone = (changes: Partial<OutboundMessage> = {}): OutboundMessage => ({
  id: MESSAGE_ID,
  notificationId: NOTIFICATION_ID,
  contactId: 'c-1',
  to: '+15005550009',
  from: '+15005550006',
  content: { text: 'Your code is 123456' },
  ...changes,
});

export interface Opened {
  send(message?: OutboundMessage, signal?: AbortSignal): Promise<SendResult>;
  check(): Promise<CheckResult>;
  close(): Promise<void>;
}

/** A provider of the catalog with these settings; no result of it may show one of `secrets`. */
export function opened(
  name: string,
  channel: Channel,
  settings: Record<string, unknown>,
  secrets: readonly string[],
): Opened {
  const definition = definitionOf(name);
  if (!definition) throw new Error(`no provider ${name}`);
  const http = createProviderHttp({ answerTimeoutMs: 1000 });
  const provider = definition.open(definition.settings.parse(settings), { http, guardedHttp: http }, channel);
  const clean = <T>(result: T): T => {
    for (const secret of secrets) expect(JSON.stringify(result)).not.toContain(secret);
    return result;
  };
  return {
    send: async (message = toPhone(), signal = AbortSignal.timeout(10_000)) =>
      clean(await provider.send(message, signal)),
    check: async () => clean(await provider.check!(AbortSignal.timeout(10_000))),
    close: async () => {
      await provider.close();
      await http.close();
    },
  };
}
