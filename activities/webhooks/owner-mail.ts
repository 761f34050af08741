import { EXTENDED_MS } from '../../core/webhooks/plan';
import type { Application } from '../../store/accounts/applications';
import type { SwitchOff, WebhookEndpoint } from '../../store/webhooks/endpoints';
import { scopeOf } from '../../core/shared/scope';

/** Returns the e-mail that says why an endpoint is switched off, and what to do. Plain text, for the receiver's operator. */
export function switchedOffMail(
  endpoint: Pick<WebhookEndpoint, '_id' | 'url' | 'scope'>,
  { at, failingSince, reason }: SwitchOff,
  { name }: Pick<Application, 'name'>,
): { subject: string; text: string } {
  const { environment } = scopeOf(endpoint.scope);
  const why =
    reason === 'gone' ? 'answered 410 (Gone)' : `has accepted nothing since\n${failingSince.toISOString()}`;
  // Events that waited for a retry when the endpoint answered 410 happened up to a whole plan earlier.
  const redeliverSince = reason === 'gone' ? new Date(failingSince.getTime() - EXTENDED_MS) : failingSince;
  return {
    subject: `The webhook endpoint of ${name} (${environment}) is disabled`,
    text: `The webhook endpoint of the application ${name} in ${environment} ${why}, so it was disabled at ${at.toISOString()}:

  ${endpoint.url}

No events are sent to it. Events that happen while it is disabled are not sent later.

1. See what failed: GET /v1/webhooks/${endpoint._id}/events?status=failed
2. Send a test event: POST /v1/webhooks/${endpoint._id}/test
3. Enable it again: PATCH /v1/webhooks/${endpoint._id} with {"is_active": true}
4. Redeliver the failed events: POST /v1/webhooks/${endpoint._id}/redeliver
   with {"since": "${redeliverSince.toISOString()}"}
`,
  };
}
