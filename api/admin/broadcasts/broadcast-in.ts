import type { Broadcast } from '../../../store/broadcasts/broadcasts';
import { audienceView } from '../../broadcasts/view';

export const BROADCASTS = '/admin/v1/applications/:app/broadcasts/:environment';
export const BROADCAST = '/admin/v1/broadcasts/:id';

/** What the audit log has of a broadcast. */
export const broadcastAudit = (broadcast: Broadcast) => ({
  ...{ environment: broadcast.environment, event: broadcast.event, name: broadcast.name },
  ...{ to: audienceView(broadcast), tenant: broadcast.tenant, language: broadcast.language },
  ...{ send_at: broadcast.sendAt?.toISOString() ?? null, local_time: broadcast.localTime },
  per_second: broadcast.perSecond,
});
