import type { Observation } from './observation';
import { BEGIN } from './scheduler';
import type { Shrunk } from './shrink';

/** Tells a shrunk history in the words of the domain, with the command that repeats it. */
export function storyOf({ judged, without }: Shrunk): string {
  const { plan, history, violations } = judged;
  const shown = new Set(violations.flatMap(({ seenIn }) => seenIn));
  const lines = history.observations.map(
    (one, index) => `${shown.has(index) ? '>' : ' '} ${timeOf(one.at)}  ${sentenceOf(one)}`,
  );
  const options = [
    `--seed ${plan.seed}`,
    ...(without.actions.length > 0
      ? [`--without ${without.actions.toSorted((a, b) => a - b).join(',')}`]
      : []),
    ...(without.rates.length > 0 ? [`--calm ${without.rates.join(',')}`] : []),
  ];
  return [
    `Seed ${plan.seed} breaks:`,
    ...violations.map(({ rule, what }) => `  ${rule}: ${what}`),
    '',
    ...lines,
    '',
    `Repeat it: npm run simulate -- ${options.join(' ')}`,
  ].join('\n');
}

const timeOf = (at: number): string => `${((at - BEGIN) / 1000).toFixed(3).padStart(9)} s`;

function sentenceOf(one: Observation): string {
  switch (one.kind) {
    case 'send': {
      const about = one.reference === undefined ? '' : ` about ${one.reference} (${one.ifOpen ?? 'any'})`;
      const key = one.idempotencyKey === undefined ? about : `${about} with ${one.idempotencyKey}`;
      const results = one.to.map(
        ({ address, notification, kept, refused }) =>
          `${address}: ${kept ? 'keeps ' : ''}${notification ?? refused?.code ?? 'no answer'}`,
      );
      return `${one.request} sends ${one.event}${key}, asked ${timeOf(one.askedAt).trim()}: ${one.status || 'the connection broke'}${one.replayed ? ' (replayed)' : ''}. ${results.join(', ')}`;
    }
    case 'read': {
      const { status, messages = [] } = one.body ?? {};
      const each = messages.map(
        (message) =>
          `${message.channel} ${message.status}${message.error === null ? '' : ` (${message.error})`}`,
      );
      return `${one.notification} is ${status ?? one.status}${each.length > 0 ? `: ${each.join(', ')}` : ''}${one.atRest ? ' (at rest)' : ''}`;
    }
    case 'cancel':
      return `a client cancels ${one.event} to ${one.address}: ${one.status}, ${one.cancelled ?? 'none'} cancelled`;
    case 'signal':
      return `a client signals ${one.event} to ${one.address}: ${one.status}, ${one.signalled ?? 'none'} signalled`;
    case 'erase':
      return `a client erases ${one.address}: ${one.status}`;
    case 'suppression':
      return `${one.change === 'add' ? 'suppresses' : 'lifts the suppression of'} ${one.address} (${one.reason}): ${one.status}`;
    case 'provider':
      return `${one.provider}, asked ${timeOf(one.askedAt).trim()} by ${one.process ?? 'the service'} for ${one.address}, notification ${one.notification}: ${one.did}, answer ${one.answered}${one.providerMessageId === undefined ? '' : ` as ${one.providerMessageId}`}`;
    case 'receipt':
      return `${one.provider} reports ${one.providerMessageId} as ${one.says}: ${one.status}`;
    case 'webhook':
      return `webhook ${one.event} of ${one.notification}: ${one.answered || 'no answer'}`;
    case 'quota':
      return `the quota has ${one.used} of ${one.limit ?? 'no limit'}`;
    case 'endpoint':
      return `the endpoint is ${one.active ? 'active' : 'inactive'}: ${one.status}`;
    case 'operator':
      return `an operator asks to ${one.action} ${one.notification}: ${one.status}${one.created === undefined ? '' : `, as ${one.created}`}`;
    case 'disturbance':
      return `${one.process ?? one.concerns ?? 'the world'}: ${one.what}${one.skew === undefined ? '' : ` (${one.skew} ms)`}`;
  }
}
