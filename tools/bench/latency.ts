import { setTimeout as sleep } from 'node:timers/promises';
import { now } from './clock';
import { newRecipient } from './kinds';
import type { Stack } from './stack';
import { median, percentile } from './statistics';
import { verify } from './verify';

const SINGLE_SENDS = 20;
const PAUSE_MS = 100;

export interface IdleLatency {
  /** From the POST to the mail at the sink. */
  mailMs: number;
  /** From the POST to the webhook, where there is an endpoint. */
  webhookMs: number | null;
}

/** Single sends with nothing else to do, one after the other: medians. */
export async function measureIdle(stack: Stack, withWebhook: boolean): Promise<IdleLatency> {
  const { service, mail, webhooks } = stack;
  const toMail: number[] = [];
  const toWebhook: number[] = [];
  for (let sent = 0; sent < SINGLE_SENDS; sent += 1) {
    const to = newRecipient();
    const { id, sentAt } = await service.send(to);
    toMail.push((await mail.mails.of(to)) - sentAt);
    if (withWebhook) toWebhook.push((await webhooks.events.of(id)) - sentAt);
    await sleep(PAUSE_MS);
  }
  return { mailMs: median(toMail), webhookMs: withWebhook ? median(toWebhook) : null };
}

export interface SteadyLatency {
  perSecond: number;
  p50: number;
  p99: number;
  /** Median of the time from POST to mail. */
  mailMs: number;
}

/** POSTs at a fixed rate, each sent at its time whether or not the earlier ones were answered. */
export async function measureSteady(
  stack: Stack,
  perSecond: number,
  seconds: number,
): Promise<SteadyLatency> {
  const { service, mail } = stack;
  const began = now();
  const sends: Promise<{ id: string; postMs: number; toMail: number }>[] = [];
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    await sleep(Math.max(0, began + (sent * 1000) / perSecond - now()));
    const sending = one();
    sending.catch(() => undefined); // handled below, after all have started
    sends.push(sending);
  }
  const done = await Promise.all(sends);
  await verify(stack, done);
  const postMs = done.map((send) => send.postMs);
  const mailMs = median(done.map(({ toMail }) => toMail));
  return { perSecond, p50: percentile(postMs, 0.5), p99: percentile(postMs, 0.99), mailMs };

  async function one() {
    const to = newRecipient();
    const { id, sentAt, postMs } = await service.send(to);
    return { id, postMs, toMail: (await mail.mails.of(to)) - sentAt };
  }
}
