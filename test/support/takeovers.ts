import type { FaultPoint } from '../../core/shared/fault-points';
import { PING } from './application';
import { dieInRequest } from './dying-processes';
import { eventually } from './eventually';
import type { Answer } from './http-api';
import { untilEnded } from './journey';
import type { Stack } from './stack';

export interface SendAnswer {
  id: string;
  code?: string;
  notifications: { id: string | null; status: string; code?: string; field?: string }[];
}

/** The event that tests of takeovers send. */
export const EVENT = { name: 'ping.yaml', content: PING };
export const statusesIn = ({ body }: Answer<SendAnswer>): string[] =>
  body.notifications.map(({ status }) => status);

/** What tests do with requests whose process dies, and with those that take over from them. */
export function takeoversOf(stackOf: () => Stack) {
  const send = (to: unknown, key: string, api = stackOf().production): Promise<Answer<SendAnswer>> =>
    api.post<SendAnswer>('/v1/send/ping', { to }, { 'idempotency-key': key });
  return {
    send,
    /** Lets an API die at a point of the first request. */
    dieAt: (point: FaultPoint, [to, key]: [unknown, string]): Promise<void> =>
      dieInRequest(stackOf(), point, (baseUrl) => send(to, key, stackOf().production.at(baseUrl))),
    /** The answer of the repeat that takes over. */
    takenOver: (to: unknown, key: string): Promise<Answer<SendAnswer>> =>
      eventually('the takeover', async () => {
        const answer = await send(to, key);
        return answer.body.code !== 'IDEMPOTENCY_IN_PROGRESS' && answer;
      }),
    /** An event goes by a hand in the database only; the worker is to find it again when it comes to send. */
    removeEvent: async (): Promise<void> => {
      const { worker, connection } = stackOf();
      await worker?.kill();
      await connection.mongoose.collection('events').deleteOne({ name: 'ping', environment: 'production' });
    },
    pushEvent: async (): Promise<void> => {
      const { admin, applicationId, startWorker } = stackOf();
      const path = `/admin/v1/applications/${applicationId}/events/production`;
      expect((await admin.request('PUT', path, { files: [EVENT] })).status).toBe(200);
      await startWorker();
    },
    quotaUsed: (): Promise<number> => {
      const { store, applicationId } = stackOf();
      return store.quotas.used(`${applicationId}:production:month:${new Date().toISOString().slice(0, 7)}`);
    },
    expectOneMailEach: async (addresses: string[], ids: (string | null)[]): Promise<void> => {
      const { production, smtp } = stackOf();
      for (const id of ids) await untilEnded(production, id ?? '', 60_000);
      expect(addresses.map((to) => smtp.mailsTo(to).length)).toEqual(addresses.map(() => 1));
    },
  };
}
