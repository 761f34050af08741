import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../dev/servers/report';
import { now } from './clock';
import { newRecipient } from './kinds';
import type { Stack } from './stack';
import { settle, verify } from './verify';

/** Shares of the maximum at which latency is measured. */
const SHARES = [0.25, 0.5, 0.75, 0.9];
const SECONDS = 15;

/** Times from the planned POST to the mail at one rate, milliseconds, in ascending order. */
export interface OpenLoop {
  share: number;
  perSecond: number;
  latencyMs: number[];
}

/**
 * Sends at fixed times, whether or not earlier sends were answered. A latency counts from the planned time, so it contains the
 * wait of a send that the machine held up.
 * @param most completed sends per second, of which each rate is a share
 */
export async function measureOpenLoop(stack: Stack, most: number, report: Report): Promise<OpenLoop[]> {
  const measured: OpenLoop[] = [];
  for (const share of SHARES) {
    const perSecond = most * share;
    report(`Open loop at ${perSecond.toFixed(1)} sends a second, ${share * 100} % of the maximum`);
    measured.push({ share, perSecond, latencyMs: await at(stack, perSecond) });
  }
  return measured;
}

async function at(stack: Stack, perSecond: number): Promise<number[]> {
  const done = await sendAt(stack, perSecond, SECONDS);
  await settle(stack);
  await verify(stack, done);
  return done.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
}

/** Sends at a rate, each at its planned time. Returns the ids, and the times from there to the mail. */
export async function sendAt(
  { service, mail }: Pick<Stack, 'service' | 'mail'>,
  perSecond: number,
  seconds: number,
): Promise<{ id: string; latencyMs: number }[]> {
  const began = now();
  const sends: Promise<{ id: string; latencyMs: number }>[] = [];
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const planned = began + (sent * 1000) / perSecond;
    await sleep(Math.max(0, planned - now()));
    const sending = one(planned);
    sending.catch(() => undefined); // handled below, after all have started
    sends.push(sending);
  }
  return Promise.all(sends);

  async function one(planned: number) {
    const to = newRecipient();
    const { id } = await service.send(to);
    return { id, latencyMs: (await mail.mails.of(to)) - planned };
  }
}
