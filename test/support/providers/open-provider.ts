import { randomUUID } from 'node:crypto';
import { catalog } from '../../../channels/catalog';
import { createProviderHttp } from '../../../channels/http/provider-http';
import type { OutboundMessage, Provider, RenderedContent } from '../../../channels/provider';
import type { Channel } from '../../../core/channels';

const http = createProviderHttp({ answerTimeoutMs: 1000, connectTimeoutMs: 1000 });

/** Closes the HTTP client that the opened providers share. */
export const closeHttp = (): Promise<void> => http.close();

/** A provider of the catalog as an integration would open it: its settings go through its schema. */
export function openProvider(name: string, settings: Record<string, unknown>): Provider {
  const definition = catalog.find((one) => one.name === name);
  if (!definition) throw new Error(`no provider ${name}`);
  const channel = definition.channels[0] as Channel;
  return definition.open(definition.settings.parse(settings), { http, guardedHttp: http }, channel);
}

/** Whether a provider of the catalog takes these settings. */
export const takesSettings = (name: string, settings: Record<string, unknown>): boolean =>
  catalog.find((one) => one.name === name)?.settings.safeParse(settings).success === true;

export const messageTo = (to: string, content: RenderedContent): OutboundMessage => ({
  id: randomUUID(),
  notificationId: randomUUID(),
  contactId: null,
  to,
  content,
});

/** A port on which nothing listens. */
export const NOWHERE = 'http://127.0.0.1:1';
