import { pages, queryOf } from './pages';
import { type Call, segment } from './request';
import type {
  CreatedWebhook,
  EndpointEvent,
  EndpointEventLine,
  EndpointEventPage,
  EndpointEventStatus,
  RedeliverRequest,
  Webhook,
  WebhookChanges,
  WebhookRequest,
  WebhookType,
} from './types';

/** A test event is answered after its attempt, which takes up to 13 seconds. */
const TEST_SECONDS = 13;

export interface ListWebhookEventsOptions {
  status?: EndpointEventStatus;
  /** Number of events of a page, at most 100. @default 50 */
  limit?: number;
  /** `next` of the page before. */
  after?: string;
}

export function createWebhooks(call: <T>(one: Call) => Promise<T>) {
  const path = (uuid: string): string => `/v1/webhooks/${segment('uuid', uuid)}`;
  const eventPath = (uuid: string, id: string): string => `${path(uuid)}/events/${segment('id', id)}`;
  const webhook = async <T>(one: Call): Promise<T> => (await call<{ webhook: T }>(one)).webhook;
  const event = async (one: Call): Promise<EndpointEvent> =>
    (await call<{ event: EndpointEvent }>(one)).event;
  const list = async (uuid: string, options: ListWebhookEventsOptions = {}): Promise<EndpointEventPage> =>
    call({ method: 'GET', path: `${path(uuid)}/events${queryOf(options)}` });

  return {
    /** Returns the endpoint with its signing secret, which is not shown again. */
    create: (body: WebhookRequest): Promise<CreatedWebhook> =>
      webhook({ method: 'POST', path: '/v1/webhooks', body }),

    get: (): Promise<Webhook> => webhook({ method: 'GET', path: '/v1/webhooks' }),

    update: async (uuid: string, body: WebhookChanges): Promise<Webhook> =>
      webhook({ method: 'PATCH', path: path(uuid), body }),

    delete: async (uuid: string): Promise<void> => {
      await call({ method: 'DELETE', path: path(uuid) });
    },

    /** Sends a test event to the endpoint, once. Returns it with its attempt. */
    test: async (uuid: string, type?: WebhookType): Promise<EndpointEvent> =>
      event({ method: 'POST', path: `${path(uuid)}/test`, body: { type }, work: TEST_SECONDS }),

    /** Redelivers the failed and dropped events of a time. Returns their number. */
    redeliver: async (uuid: string, period: Pick<RedeliverRequest, 'since' | 'until'>): Promise<number> => {
      const read = (after?: string): Promise<{ redelivered: number; next: string | null }> =>
        call({ method: 'POST', path: `${path(uuid)}/redeliver`, body: { ...period, after } });
      let sum = 0;
      for await (const { redelivered } of pages(read)) sum += redelivered;
      return sum;
    },

    /** The events of the endpoint, newest first. They are kept for 30 days. */
    events: {
      list,

      /** Yields every event, page after page. */
      async *all(
        uuid: string,
        options: Omit<ListWebhookEventsOptions, 'after'> = {},
      ): AsyncGenerator<EndpointEventLine, void, undefined> {
        for await (const { events } of pages((after) => list(uuid, { ...options, after }))) yield* events;
      },

      /** Returns an event with its body and its attempts. */
      get: async (uuid: string, id: string): Promise<EndpointEvent> =>
        event({ method: 'GET', path: eventPath(uuid, id) }),

      /** Delivers an event again, whatever its status is. Returns false if it is pending already. */
      redeliver: async (uuid: string, id: string): Promise<boolean> => {
        const path = `${eventPath(uuid, id)}/redeliver`;
        return (await call<{ redelivered: boolean }>({ method: 'POST', path })).redelivered;
      },
    },
  };
}
