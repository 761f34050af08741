import { z } from 'zod';
import { answer } from '../http/formats';
import type { BroadcastOrder } from './read-broadcast';
import type { DryRun } from './dry-run';
import { audienceSchema, audienceView } from './view';

const count = z.int().min(0);
const counts = z.record(z.string(), count);

export const previewAnswer = answer('BroadcastPreview', {
  event: z.string(),
  to: audienceSchema,
  total: count.describe('Contacts in the audience.'),
  reachable: count.describe('Of `total`: those that would get the first message now.'),
  skipped: counts.describe(
    'Of `total`: those that would get nothing, by code, such as PREFERENCE, SUPPRESSED, UNREACHABLE (no address for any channel of the event) and COUNTRY_NOT_ALLOWED. Caps count only when it is sent.',
  ),
  by_channel: counts.describe('Of `reachable`: by the channel of the first message.'),
  is_exact: z
    .boolean()
    .describe('True: everybody was examined. False: the counts are estimates from `sampled` contacts.'),
  sampled: count.describe('Contacts that were examined.'),
});

export const previewView = (order: BroadcastOrder, run: DryRun) => ({
  ...{ event: order.event.name, to: audienceView(order), total: run.total, reachable: run.reachable },
  ...{ skipped: run.skipped, by_channel: run.byChannel, is_exact: run.isExact, sampled: run.sampled },
});
