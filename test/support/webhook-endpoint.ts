import type { WebhookEventDetails, WebhookEventLine } from '../../cli/answers';
import { eventually } from './eventually';
import { untilEnded } from './journey';
import type { Answer, HttpApi } from './http-api';
import { type Answer as HookAnswer, type HookServer, startHookServer } from './hook-servers';
import { type Stack, startStack } from './stack';
import { type WebhookReceiver, startWebhookReceiver } from './webhook-receiver';
import { type TestApplication, makeApplication, newEmail } from './application';

interface EventPage {
  events: WebhookEventLine[];
  next: string | null;
  webhook: {
    is_active: boolean;
    failing_since: string | null;
    switched_off_at: string | null;
    switched_off_reason: string | null;
  };
}

/** The routes of an endpoint's events, as its owner or an operator calls them. */
export class EventRoutes {
  constructor(
    private readonly api: HttpApi,
    private readonly path: string,
  ) {}

  async list(query = ''): Promise<EventPage> {
    const answer = await this.api.get<EventPage>(`${this.path}/events${query}`);
    expect(answer.status).toBe(200);
    return answer.body;
  }

  async read(id: string): Promise<WebhookEventDetails> {
    return (await this.api.get<{ event: WebhookEventDetails }>(`${this.path}/events/${id}`)).body.event;
  }

  redeliver(id: string): Promise<Answer<{ redelivered: boolean; event: WebhookEventDetails }>> {
    return this.api.post(`${this.path}/events/${id}/redeliver`, {});
  }

  redeliverAll(body: {
    since: string;
    until?: string;
    after?: string;
    limit?: number;
  }): Promise<Answer<{ redelivered: number; next: string | null }>> {
    return this.api.post(`${this.path}/redeliver`, body);
  }

  /** The answer of a busy machine may be that it is still pending; then it waits for the outcome. */
  async sendTest(body: { type?: string } = {}): Promise<Answer<{ event: WebhookEventDetails }>> {
    const answer = await this.api.post<{ event: WebhookEventDetails }>(`${this.path}/test`, body);
    if (answer.body.event?.status !== 'pending') return answer;
    const event = await eventually('the outcome of the test event', async () => {
      const found = await this.read(answer.body.event.id);
      return found.status !== 'pending' && found;
    });
    return { ...answer, body: { ...answer.body, event } };
  }
}

/** An application of one test's own whose production endpoint answers so. */
export async function withHook(
  stack: Stack,
  answer: HookAnswer,
): Promise<TestApplication & { hook: HookServer }> {
  const [hook, application] = await Promise.all([startHookServer(answer), makeApplication(stack)]);
  await application.production.post('/v1/webhooks', { url: hook.url });
  return { ...application, hook };
}

/** The production endpoint of an application of one test's own. */
export interface TestEndpoint {
  app: TestApplication;
  receiver: WebhookReceiver;
  uuid: string;
  /** Its path for its owner, and the one for operators. */
  path: string;
  adminPath: string;
  secret: string;
  owner: EventRoutes;
  operator: EventRoutes;
  change(body: unknown): Promise<Answer>;
  /** Sends, and gives the event once it is over. */
  tell(): Promise<WebhookEventLine>;
  settled(id: string, status: string): Promise<WebhookEventDetails>;
}

export async function openEndpoint(stack: Stack): Promise<TestEndpoint> {
  const [app, receiver] = await Promise.all([makeApplication(stack), startWebhookReceiver()]);
  const made = await app.production.post<{ webhook: { uuid: string; signing_secret: string } }>(
    '/v1/webhooks',
    { url: receiver.url },
  );
  const { uuid, signing_secret: secret } = made.body.webhook;
  const path = `/v1/webhooks/${uuid}`;
  const adminPath = `${app.path}/webhooks/production`;
  const owner = new EventRoutes(app.production, path);
  return {
    ...{ app, receiver, uuid, path, adminPath, secret, owner },
    operator: new EventRoutes(stack.admin, adminPath),
    change: (body) => app.production.request('PATCH', path, body),
    tell: async () => {
      const id = await app.production.send('ping', { to: newEmail() });
      await untilEnded(app.production, id);
      return eventually('the event to be over', async () => {
        const { events } = await owner.list();
        const found = events.find(({ notification_id }) => notification_id === id);
        return found && found.status !== 'pending' && found;
      });
    },
    settled: (id, status) =>
      eventually(`the event to be ${status}`, async () => {
        const event = await owner.read(id);
        return event.status === status && event;
      }),
  };
}

/** Opens an endpoint for each test of a file, on one service. */
export function eachWithEndpoint(use: (stack: Stack, endpoint: TestEndpoint) => void): void {
  let stack: Stack;
  let endpoint: TestEndpoint;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack?.stop());
  beforeEach(async () => {
    endpoint = await openEndpoint(stack);
    use(stack, endpoint);
  });
  afterEach(() => endpoint.receiver.stop());
}
