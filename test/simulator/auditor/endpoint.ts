import type { EndpointChanged, WebhookCall } from '../observation';
import type { History, Seen } from './history';
import { isDone, mayBeDone } from './outcomes';
import { violation, type Judge } from './violation';

/** Time in which requests that are under way may still reach an endpoint that is off. The rules state none. */
const UNDER_WAY_MS = 10_000;

/** Since when the endpoint is certainly active until the end, and for which types. */
export interface ActiveEndpoint {
  since: number;
  isEnabled: (type: WebhookCall['event']) => boolean;
}

/** Returns the endpoint that is active at rest, if it certainly is. */
export function activeEndpoint({ endpoints }: History): ActiveEndpoint | undefined {
  const changes = endpoints.filter(({ status }) => mayBeDone(status)).sort((a, b) => a.at - b.at);
  const last = changes.at(-1);
  if (!last) return endpoints.length > 0 ? undefined : { since: -Infinity, isEnabled: () => true };
  const isCertain = changes.every((change) => isDone(change.status));
  const isLast = changes.every((change) => change === last || change.at < last.askedAt);
  if (!last.active || !isCertain || !isLast) return undefined;
  return { since: last.at, isEnabled: (type) => last.enabledEvents?.includes(type) ?? true };
}

/** An endpoint that is off gets nothing (WEBHOOK-22), and an active one gets only its types (WEBHOOK-20). */
export const judgeEndpoint: Judge = (history) => {
  const changes = history.endpoints.filter(({ status }) => mayBeDone(status));
  if (changes.length === 0) return [];
  const byRequest = [...changes].sort((a, b) => a.askedAt - b.askedAt);
  return history.webhooks.flatMap((webhook) => {
    const askedAt = webhook.askedAt ?? webhook.at;
    const before = byRequest.filter((change) => change.askedAt <= askedAt);
    const last = before.at(-1);
    if (!last) return [];
    const isSettled =
      isDone(last.status) && before.every((change) => change === last || isSettledBefore(change, last));
    if (!isSettled || askedAt <= last.at + UNDER_WAY_MS) return [];
    if (!last.active)
      return [violation('WEBHOOK-22', `${webhook.event} is sent to an endpoint that is off`, last, webhook)];
    if (last.enabledEvents && !last.enabledEvents.includes(webhook.event))
      return [violation('WEBHOOK-20', `${webhook.event} is sent and not enabled`, last, webhook)];
    return [];
  });
};

const isSettledBefore = (change: Seen<EndpointChanged>, last: Seen<EndpointChanged>): boolean =>
  isDone(change.status) && change.at < last.askedAt;
