import { newAddress, untilEnded, untilStatus } from './journey';
import type { SinkAnswer } from './smtp-sink';
import type { Stack } from './stack';

/** No such user. */
export const FAILING: SinkAnswer = { code: 550, text: '5.1.1 no such user' };
/** An event that says hello by e-mail. */
export const sayingHello = (name: string): string => `name: ${name}
channels: [email]
templates:
  email:
    en:
      subject: Hello
      text: Hello {{name}}
`;
/** One that says so twice. */
export const JOURNEY = `${sayingHello('journey')}sequence:
  - send: email
  - wait: 10s
  - send: email
`;

/** A page of a retry by filters. */
export interface RetryPage {
  retried: { id?: string; retry_of: string }[];
  refused: { id: string; code: string }[];
  skipped: number;
  next: string | null;
}

/** What an operator does to the notifications of a stack's application. `answers` are those of the SMTP server by address. */
export function operatorOf(stackOf: () => Stack) {
  const answers = new Map<string, SinkAnswer>();
  const act = (id: string, what: 'cancel' | 'retry' | 'reopen', body: object = {}) =>
    stackOf().admin.post<{
      notification: { id: string; status: string };
      cancelled?: boolean;
      code?: string;
    }>(`/admin/v1/notifications/${id}/${what}`, body);
  const retryMany = async (body: object): Promise<RetryPage> => {
    const answer = await stackOf().admin.post<RetryPage>(
      `/admin/v1/applications/${stackOf().applicationId}/notifications/retry`,
      {
        environment: 'production',
        ...body,
      },
    );
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const shown = async (id: string): Promise<object> =>
    (await stackOf().admin.get<{ notification: object }>(`/admin/v1/notifications/${id}`)).body.notification;
  const mailsTo = (to: string): number => stackOf().smtp.mailsTo(to).length;

  /** One that failed because its recipient was refused. */
  async function failed(event: string, to = newAddress()): Promise<{ id: string; to: string }> {
    answers.set(to, FAILING);
    const id = await stackOf().production.send(event, { to, payload: { name: 'Ada' } });
    expect(await untilEnded(stackOf().production, id)).toMatchObject({ status: 'failed' });
    return { id, to };
  }
  const suppressionOf = (to: string) => ({ environment: 'production', channel: 'email', address: to });
  /** Its recipient takes mail again. */
  async function heal(to: string): Promise<void> {
    answers.delete(to);
    const path = `/admin/v1/applications/${stackOf().applicationId}/suppressions`;
    await stackOf().admin.request('DELETE', path, suppressionOf(to));
  }
  /** One whose first SEND was sent, and which an operator terminated in the WAIT behind it. */
  async function terminated(): Promise<{ id: string; to: string }> {
    const to = newAddress();
    const id = await stackOf().production.send('journey', { to });
    await untilStatus(stackOf().production, id, 'waiting');
    await stackOf().temporal.workflow.getHandle(id).terminate('a test');
    await untilStatus(stackOf().production, id, 'failed');
    return { id, to };
  }
  return { answers, act, retryMany, shown, mailsTo, failed, heal, terminated };
}
