import { untilClosed } from './executions';
import { newAddress, untilEnded } from './journey';
import { untilTaskFailed, untilTimer } from './run-facts';
import type { Stack } from './stack';

const templates = `templates: { email: { en: { subject: '{{event}}', text: Hello } } }`;
const other = (name: string): string =>
  `{ send: { name: ${name}, channel: email, templates: { email: { en: { subject: ${name}, text: Hello } } } } }`;

/**
 * Returns events by what their notifications sleep in; each mail's subject is its step, the first one's the event. The waits
 * are longer than what a test does before they may end, times as long on a machine that is `slower` times as slow.
 */
export const sleepingEvents = (slower = 1): Record<string, string> => {
  const after = (seconds: number): string => `${Math.round(seconds * slower)}s`;
  return {
    'plain.yaml': templates,
    'nap.yaml': `${templates}\nsequence: [{ send: email }, { wait: ${after(15)} }, ${other('thanks')}]`,
    'long-nap.yaml': `${templates}\nsequence: [{ send: email }, { wait: ${after(22)} }, ${other('thanks')}]`,
    'patched.yaml': `${templates}\nsequence: [{ send: email }, { wait: ${after(12)} }, ${other('thanks')}]`,
    'moved.yaml': `${templates}
sequence: [{ send: email }, { wait: ${after(8)} }, ${other('second')}, { wait: ${after(10)} }, ${other('thanks')}]`,
    'gathered.yaml': `${templates}\nsequence: [{ digest: ${after(30)} }, { send: email }]`,
    'unconfirmed.yaml': `${templates}
sequence:
  - send: { name: first, channel: email }
  - if: { delivered: first, within: 1s }
    then: [{ end: true }]
  - ${other('second')}
  - wait: ${after(11)}
  - ${other('thanks')}`,
    'trial.yaml': `${templates}
step_templates: { thanks: { email: { en: { subject: thanks, text: Hello } } } }
sequence: { code: trial-ending }`,
  };
};

/** Milliseconds that a worker needs to start on a machine that has the time. */
const USUAL_START_MS = 3_000;

/** Makes the waits of a stack's events as long as its machine needs them, by the time that a worker took to start. */
export async function adjustSleeping({ admin, applicationId }: Stack, startMs: number): Promise<void> {
  const events = sleepingEvents(Math.min(5, Math.max(1, startMs / USUAL_START_MS)));
  const files = Object.entries(events).map(([name, content]) => ({ name, content }));
  const path = `/admin/v1/applications/${applicationId}/events/production`;
  expect((await admin.request('PUT', path, { files })).status).toBe(200);
}

/** A notification of one of these events. */
export interface Sent {
  event: string;
  id: string;
  to: string;
}

/** What a test does with notifications of these events, and asks of them. */
export function createSleeping(stack: Stack) {
  const { production: api, temporal } = stack;
  const subjectsTo = (to: string): string[] => stack.smtp.mailsTo(to).map(({ subject }) => String(subject));
  const send = async (event: string): Promise<Sent> => {
    const to = newAddress();
    return { event, id: await api.send(event, { to }), to };
  };
  return {
    send,
    subjectsTo,
    /** Sends one, and returns when its workflow has a timer: it sleeps. */
    begin: async (event: string): Promise<Sent> => {
      const sent = await send(event);
      await untilTimer(stack, sent.id);
      return sent;
    },
    /** The signal that a trial waits for. */
    convert: ({ id }: Sent): Promise<void> => temporal.workflow.getHandle(id).signal('converted'),
    /** Cancels one as an operator does. */
    cancel: async ({ id }: Sent): Promise<void> => {
      const { body } = await stack.admin.post(`/admin/v1/notifications/${id}/cancel`, {});
      expect(body).toMatchObject({ cancelled: true, notification: { status: 'stopped' } });
    },
    /** Waits until its workflow is closed; gives how. */
    untilClosed: ({ id }: Sent): Promise<string> => untilClosed(stack, id),
    /** Waits for a failed workflow task of one, which is then where it was; gives the reason. */
    stuck: async ({ event, id, to }: Sent, mails: string[]): Promise<string> => {
      const failed = await untilTaskFailed(stack, id);
      expect({ event, mails: subjectsTo(to), ended: (await api.notification(id)).completed_at }).toEqual({
        ...{ event, mails, ended: null },
      });
      return failed.workflowTaskFailedEventAttributes?.failure?.message ?? '';
    },
    /** Waits until one has ended well; fails where it sent anything but these mails, once each. */
    expectEnded: async ({ event, id, to }: Sent, mails: string[]): Promise<void> => {
      const { status } = await untilEnded(api, id, 150_000);
      expect({ event, status, mails: subjectsTo(to) }).toEqual({ event, status: 'completed', mails });
    },
  };
}
