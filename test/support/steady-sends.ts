import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { eventually } from './eventually';
import { newAddress } from './journey';
import type { Stack } from './stack';
import { offer } from './steady-load';

export interface Sent {
  to: string;
  id: string;
  /** Requests until one was accepted. */
  asked: number;
}

/** A caller gives up what it was refused for this long. */
const PATIENCE_MS = 120_000;

/**
 * Sends at a steady rate, each with an idempotency key and again until it is accepted, while `disturb` does something to
 * the database. Refusals other than those of a database that is away fail.
 */
export async function sendsWhile(
  stack: Stack,
  { perSecond, seconds }: { perSecond: number; seconds: number },
  disturb: () => Promise<void>,
): Promise<Sent[]> {
  const [sent] = await Promise.all([offer(perSecond, seconds, () => sendUntilAccepted(stack)), disturb()]);
  return sent;
}

async function sendUntilAccepted({ production }: Stack): Promise<Sent> {
  const to = newAddress();
  const headers = { 'idempotency-key': randomUUID() };
  const until = Date.now() + PATIENCE_MS;
  for (let asked = 1; ; asked += 1) {
    const { status, body } = await production.post('/v1/send/welcome', { to }, headers);
    if (status === 200) return { to, id: String(body.id), asked };
    const isPassing = status === 503 || body.code === 'IDEMPOTENCY_IN_PROGRESS';
    if (!isPassing || Date.now() > until) throw new Error(`${to}: ${status} ${JSON.stringify(body)}`);
    await sleep(250);
  }
}

/**
 * What is wrong after sends that were all accepted: one that does not end as sent, a mail that is missing, one that came
 * more than once though no attempt has an unknown outcome, a quota that is not what was accepted. Empty when all is well.
 */
export async function wrongAfter(stack: Stack, sent: Sent[], withinMs: number): Promise<string[]> {
  const until = Date.now() + withinMs;
  const wrongWith = async ({ to, id }: Sent): Promise<string[]> => {
    const read = () => stack.store.notifications.get(id);
    const left = Math.max(1_000, until - Date.now());
    const ended = await eventually(
      `${id} to end`,
      async () => {
        const found = await read();
        return found?.completedAt && found;
      },
      left,
    ).catch(read);
    return whatIsWrong(
      ended?.status,
      stack.smtp.mailsTo(to).length,
      ended?.messages.flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome)) ?? [],
    ).map((words) => `${id} to ${to}: ${words}`);
  };
  const wrong = await pMap(sent, wrongWith, { concurrency: 5 });
  const month = new Date().toISOString().slice(0, 7);
  const used = await quotaOnceSettled(stack, `${stack.applicationId}:production:month:${month}`, sent.length);
  const quota = used === sent.length ? [] : [`the quota has ${used} of ${sent.length} accepted sends`];
  return [...wrong.flat(), ...quota];
}

/** What is used of a quota once the sweep has settled what failed requests hold of it, or is not `expected` for long. */
async function quotaOnceSettled(stack: Stack, id: string, expected: number): Promise<number> {
  // Ten minutes pass for the shares that are held.
  await stack.connection.mongoose
    .collection('quotas')
    .updateMany({ 'holders.0': { $exists: true } }, { $set: { 'holders.$[].at': new Date(0) } });
  const used = () => stack.store.quotas.used(id);
  await eventually('the quota to be settled', async () => (await used()) === expected).catch(() => undefined);
  return used();
}

/** What is wrong with one notification that has these mails at the provider and these attempts. */
export function whatIsWrong(status: string | undefined, mails: number, outcomes: string[]): string[] {
  const wrong = [];
  const isUnknown = outcomes.includes('unknown');
  if (status === undefined) wrong.push('it was accepted and is not there');
  else if (status !== 'completed') wrong.push(`it is ${status}`);
  if (mails === 0) wrong.push('no mail came');
  if (mails > 1 && !isUnknown)
    wrong.push(`${mails} mails came, and no attempt says that its outcome is unknown`);
  return wrong;
}
