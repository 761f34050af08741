import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpApi } from '../support/http-api';
import { newAddress, untilEnded } from '../support/journey';
import { ifBroken, postUntilAnswered } from '../support/random/traffic';
import { type Violation, violation } from '../support/random/violation';
import type { Stack } from '../support/stack';

const MAILS = 2;

/** Starts sequences in code over this time, and signals each until it has the signal. Returns their ids. */
export async function runCodeSequences(api: HttpApi, count: number, overMs: number) {
  const one = async (index: number): Promise<{ id: string; to: string }> => {
    await sleep((overMs * index) / count);
    const to = newAddress();
    const { body } = await postUntilAnswered<{ id: string }>(api, '/v1/send/trial-ending', { to });
    await sleep(1000);
    for (;;) {
      const answer = await api
        .post<{ signalled?: number }>('/v1/signal/trial-ending', { to, signal: 'converted' })
        .catch(ifBroken);
      if (answer?.status === 200) return { id: body.id, to };
      await sleep(500);
    }
  };
  return Promise.all(Array.from({ length: count }, (_, index) => one(index)));
}

/** What became of sequences in code that must not: each sends a reminder, gets the signal and sends its thanks. */
export async function wrongCodeSequences(
  { store, smtp }: Stack,
  api: HttpApi,
  sequences: { id: string; to: string }[],
  withinMs: number,
): Promise<Violation[]> {
  const wrong: Violation[] = [];
  for (const { id, to } of sequences) {
    const view = await untilEnded(api, id, withinMs).catch(() => null);
    const messages = (await store.notifications.get(id))?.messages ?? [];
    const say = (kind: Violation['kind'], what: string): void =>
      void wrong.push(violation(kind, `${id} (sequence in code): ${what}`));
    if (view?.status !== 'completed') say(view ? 'status' : 'lost', `it is ${view?.status ?? 'still open'}`);
    const steps = messages.map(({ step, status }) => `${step} ${status}`).join(', ');
    if (steps !== 'reminder-1 sent, thanks sent') say('status', `its messages are ${steps}`);
    const mails = smtp.mailsTo(to).length;
    const unknown = messages
      .flatMap(({ attempts }) => attempts)
      .filter(({ outcome }) => outcome === 'unknown');
    if (mails < MAILS) say('lost', `${mails} of ${MAILS} mails came`);
    if (mails > MAILS + unknown.length) say('doubled', `${mails} mails came instead of ${MAILS}`);
  }
  return wrong;
}
