import { expectRefusal } from './application';
import { eventually } from './eventually';
import type { Answer } from './http-api';
import { untilEnded } from './journey';
import type { Stack } from './stack';

/** Sends in the environments of a stack, and what becomes of them. */
export function sendsOf(stackOf: () => Stack) {
  /** Asks in production. */
  const send = (path: string, body: unknown): Promise<Answer> =>
    stackOf().production.post(`/v1/send/${path}`, body);
  const contactAt = (identifier: string): Promise<Answer> =>
    stackOf().production.get(`/v1/contacts/${encodeURIComponent(identifier)}`);
  return {
    send,
    contactAt,
    /** Sends in production and returns the mail that arrives at an address. */
    async mailOf(path: string, body: unknown, to: string) {
      await stackOf().production.send(path, body);
      return eventually(`a mail to ${to}`, () => stackOf().smtp.mailsTo(to)[0]);
    },
    /** Sends in sandbox and returns the one message that was captured. */
    async capturedOf(path: string, body: unknown) {
      const { sandbox, store } = stackOf();
      const id = await sandbox.send(path, body);
      const view = await untilEnded(sandbox, id);
      const entries = await store.inbox.list({ limit: 500 });
      const [entry, ...others] = entries.filter(({ notificationId }) => notificationId === id);
      if (!entry || others.length > 0)
        throw new Error(`not one message was captured of ${JSON.stringify(view)}`);
      return { id, view, entry };
    },
    /** Asserts a refusal in production, and that it made no contact of this identifier. */
    async expectNothingMade(answer: Answer, identifier: string, code: string, details = {}) {
      expectRefusal(answer, 400, code, details);
      expectRefusal(await contactAt(identifier), 404, 'CONTACT_NOT_FOUND');
    },
  };
}
