import type { components } from '../../../../../generated/admin-openapi';
import { timeOf } from '../../audit/local-time';
import type { EventDetails } from '../../events/query';
import { firstSample, objectIn } from '../../events/preview/sample';
import type { Audience, BroadcastContent } from '../queries';

type BroadcastRequest = components['schemas']['BroadcastRequest'];

export type AudienceKind = 'topic' | 'segment' | 'all';

/** A broadcast that is not sent yet, as its fields have it. */
export interface Draft {
  event: string | null;
  name: string;
  kind: AudienceKind;
  topic: string | null;
  segment: string | null;
  /** JSON text. Null: that of the event's first example. */
  payload: string | null;
  language: string | null;
  tenant: string | null;
  when: 'now' | 'time' | 'local';
  /** As a field of the type datetime-local has it. */
  at: string;
  /** Such as 09:00. */
  local: string;
  perSecond: number | string;
  /** The same request with the same key makes one broadcast. Each change of the draft makes another key. */
  key: string;
}

export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

export const emptyDraft = (): Draft => ({
  ...{ event: null, name: '', kind: 'topic', topic: null, segment: null, payload: null },
  ...{ language: null, tenant: null, when: 'now', at: '', local: '09:00', perSecond: '', key: newKey() },
});

/** Returns the text of the payload as the editor shows it. */
export const payloadText = ({ payload }: Draft, event: EventDetails | undefined): string =>
  payload ?? (event ? firstSample(event).payload : '{}');

function audienceIn({ kind, topic, segment }: Draft): Audience | null {
  if (kind === 'all') return { all: true };
  if (kind === 'topic') return topic === null ? null : { topic };
  return segment === null ? null : { segment };
}

/** Returns what is sent and to whom, or what is missing. */
export function contentIn(
  draft: Draft,
  event: EventDetails | undefined,
): { content: BroadcastContent } | { missing: string } {
  const to = audienceIn(draft);
  if (draft.event === null) return { missing: 'Choose an event.' };
  if (to === null) return { missing: `Choose a ${draft.kind}.` };
  if (!event) return { missing: 'The event is being read.' };
  const payload = objectIn(payloadText(draft, event));
  if ('problem' in payload) return { missing: `The payload cannot be sent. ${payload.problem}` };
  const { language, tenant } = draft;
  return {
    content: {
      ...{ event: draft.event, to, payload: payload.value },
      ...(language !== null && { language }),
      ...(tenant !== null && { tenant }),
    },
  };
}

/** Returns the request that makes the broadcast. */
export function requestIn(draft: Draft, content: BroadcastContent): BroadcastRequest {
  const sendAt = { now: undefined, time: timeOf(draft.at), local: `${draft.local} local` }[draft.when];
  const name = draft.name.trim();
  return {
    ...content,
    key: draft.key,
    ...(name !== '' && { name }),
    ...(sendAt !== undefined && { send_at: sendAt }),
    ...(draft.perSecond !== '' && { per_second: Number(draft.perSecond) }),
  };
}
