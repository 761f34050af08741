import type { ReceiptKind } from '../../../core/receipts/receipt';
import type { DeliveryErrorCode } from '../../../core/sending/delivery-error';
import { lastFailureOf } from '../../../core/sending/failure-keys';
import { providerName } from '../../../core/sending/provider-name';
import { roughDuration } from '../../../core/shared/rough-duration';
import { originText } from '../../../core/tenants/origin-text';
import type { Attempt, Message, Note } from '../../../store/notifications/model';
import { isTimed } from '../../../store/notifications/timed-notes';
import { pauseText } from './held-step';
import type { StoryEntry } from '../explain/entry';

/** An entry of a story, before it says whose. */
export type Happened = Pick<StoryEntry, 'kind' | 'code' | 'text' | 'quote' | 'origins' | 'integration_id'> & {
  at: Date;
};
/** The names of an application's integrations by their ids. */
export type Names = ReadonlyMap<string, string>;

/** Returns an entry. `quote` is what somebody else said. */
export const entry = (
  at: Date,
  kind: StoryEntry['kind'],
  code: string,
  text: string,
  quote: string | null = null,
): Happened => ({ at, kind, code, text, quote });

const GOOD_RECEIPTS: readonly ReceiptKind[] = ['sent', 'delivered'];
const isBad = ({ kind }: { kind: ReceiptKind }): boolean => !GOOD_RECEIPTS.includes(kind);

/** Returns what happened to a message. */
export function messageStory(message: Message, names: Names, notes: readonly Note[]): Happened[] {
  const { step, channel, address, createdAt, attempts, receipts = [], complainedAt } = message;
  const where = address === null ? '' : ` to ${address}`;
  return [
    entry(createdAt, 'done', 'STEP', `Step ${step} sends over ${channel}${where}.`),
    ...rested(message, names),
    ...held(message, names),
    ...turn(message, notes),
    ...attempts.flatMap((attempt, index) => [
      ...valuesOf(attempt, attempts[index - 1]),
      { ...attempted(attempt, index + 1, names), ...about(attempt.providerId, names) },
    ]),
    ...receipts.map(({ at, kind, detail }) => {
      const text = `The provider reported ${kind.replaceAll('_', ' ')}.`;
      const how = isBad({ kind }) ? 'failed' : 'done';
      return entry(at, how, `RECEIPT_${kind.toUpperCase()}`, text, detail);
    }),
    ...failed(message, names),
    ...(complainedAt
      ? [entry(complainedAt, 'failed', 'COMPLAINED', 'The recipient reported the message as spam.')]
      : []),
  ];
}

/** Names the integration that an entry is about, if the application still has it. */
const about = (id: string | null | undefined, names: Names): Pick<Happened, 'integration_id'> =>
  id && names.has(id) ? { integration_id: id } : {};

/** Says that a message waited for its provider to recover, if an attempt came after that. */
function rested({ rest, attempts, createdAt }: Message, names: Names): Happened[] {
  const next = rest && attempts.find(({ at }) => at > rest.at);
  if (!next) return [];
  const from = later(createdAt, rest.since);
  const text = `It waited ${roughDuration(next.at.getTime() - from.getTime())} for ${providerOf(rest, names)}, which had been cooling down since ${rest.since.toISOString()}, after it failed with ${rest.code}.`;
  return [{ ...entry(from, 'waiting', 'PROVIDER_RESTING', text), ...about(rest.providerId, names) }];
}

/** Says when and why a message was held. The release is an entry too. */
function held({ holds = [], attempts }: Message, names: Names): Happened[] {
  const integrations = [...names].map(([id, name]) => ({ id, name }));
  return holds.flatMap(({ at, until, pauses }, index) => {
    const next = [...holds.slice(index + 1), ...attempts].find((one) => one.at > at)?.at;
    const end = until ?? next;
    const what = pauses.map((one) => pauseText(one, integrations)).join('; ');
    const isOver =
      end && `It was held ${roughDuration(end.getTime() - at.getTime())}, until ${end.toISOString()}: `;
    return entry(at, 'waiting', 'HELD', `${isOver ?? 'It is held: '}${what}.`);
  });
}

/** Says that a message waited long for its first attempt, unless a provider, a pause or quiet hours explain it. */
function turn(
  { step, createdAt, attempts: [first], rest, holds = [] }: Message,
  notes: readonly Note[],
): Happened[] {
  const isExplained =
    rest !== undefined || holds.length > 0 || notes.some((one) => isTimed(one) && one.step === step);
  return first === undefined || isExplained ? [] : delayed(createdAt, first.at);
}

/** Longest time that a story does not mention, milliseconds. */
const UNMENTIONED_MS = 30_000;

/** Says that nothing was done for a long time. */
export function delayed(from: Date, until: Date): Happened[] {
  const ms = until.getTime() - from.getTime();
  if (ms <= UNMENTIONED_MS) return [];
  const text = `It waited ${roughDuration(ms)} for its turn: for a worker, for Temporal, or for the rate of its provider.`;
  return [entry(from, 'waiting', 'DELAYED', text)];
}

/** Returns an entry for where the values of a tenant's message come from, unless they are those of the attempt before. */
function valuesOf({ at, origins }: Attempt, before: Attempt | undefined): Happened[] {
  if (!origins || originText(origins) === (before?.origins && originText(before.origins))) return [];
  return [{ ...entry(at, 'done', 'VALUES', originText(origins)), origins }];
}

function attempted(attempt: Attempt, number: number, names: Names): Happened {
  const { at, outcome, code, response: quote, durationMs, leftOut = [], movesOn } = attempt;
  const who = providerOf(attempt, names);
  if (outcome === 'sent') {
    const without = leftOut.length === 0 ? '' : ` Copies that were not sent: ${leftOut.length}.`;
    const text = `Attempt ${number}: ${who} accepted the message in ${durationMs} ms.${without}`;
    return entry(at, 'done', 'SENT', text, quote);
  }
  if (attempt.provider === null) {
    const text = `Attempt ${number} failed with ${code ?? outcome} before a provider was called.`;
    return entry(at, outcome === 'permanent' ? 'failed' : 'waiting', code ?? 'PROVIDER_ERROR', text, quote);
  }
  const next = movesOn ? ' The next provider takes over.' : '';
  const text = `Attempt ${number} at ${who} failed with ${code ?? outcome} after ${durationMs} ms.${next}`;
  return entry(at, outcome === 'permanent' ? 'failed' : 'waiting', code ?? 'PROVIDER_ERROR', text, quote);
}

/** The codes of messages that were not to be sent: the address is suppressed, the recipient does not want it, or a limit keeps it back. */
const SKIPS: readonly DeliveryErrorCode[] = ['SUPPRESSED', 'PREFERENCE', 'CAPPED', 'COUNTRY_NOT_ALLOWED'];

/** Whether a failed message was not to be sent. */
export const isSkip = ({ error, attempts }: Message): boolean =>
  error !== null && SKIPS.includes(error.code) && attempts.length === 0;

function failed(message: Message, names: Names): Happened[] {
  const { status, error, createdAt, attempts, receipts = [] } = message;
  if (status !== 'failed' || !error) return [];
  const kind = isSkip(message) ? 'skipped' : 'failed';
  const last = attempts.at(-1);
  // What a provider has accepted, its report fails.
  const reported = last?.outcome === 'sent' ? receipts.findLast(isBad)?.at : undefined;
  const at = later(later(createdAt, last?.at), reported);
  return [entry(at, kind, error.code, failureOf(message, names))];
}

/** Says why a message failed. Of one that expired also what it failed with at last, which is the cause. */
function failureOf(message: Message, names: Names): string {
  const { step, error, attempts, rest } = message;
  const words = error === null ? '' : ` ${error.message}`;
  if (isSkip(message)) return `Step ${step} sent nothing.${words}`;
  const last = lastFailureOf(message);
  // The entry of the attempt has the provider's words.
  if (error && attempts.at(-1)?.response?.startsWith(error.message))
    return `Step ${step} failed with ${error.code}.`;
  if (error?.code !== 'EXPIRED' || !last) return `Step ${step} failed.${words}`;
  const made = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`;
  const who = providerOf(last, names);
  const cause =
    last === rest
      ? `${who} had been cooling down since ${rest.since.toISOString()}, after it failed with ${rest.code}.`
      : `The last attempt failed with ${last.code ?? 'an unknown failure'} at ${who}.`;
  return `Step ${step} expired after ${made}. ${cause}${last === rest ? '' : words}`;
}

/** Returns who made an attempt, or rested. */
const providerOf = (
  { provider, providerId: id }: Pick<Attempt, 'provider' | 'providerId'>,
  names: Names,
): string =>
  provider === null ? 'no provider' : (providerName({ provider, id, name: names.get(id ?? '') }) ?? provider);

const later = (a: Date, b: Date | undefined): Date => (b && b > a ? b : a);
