import { NOTIFICATION_ID } from '../notifications/examples';

const ID = NOTIFICATION_ID;

const to = { topic: 'news' };
const content = { payload: { title: 'What is new in March' } };

export const BODIES = {
  'To a topic, at nine in each time zone': {
    to,
    ...content,
    send_at: '09:00 local',
    name: 'Newsletter of March',
  },
  'To a segment, 100 a second': { to: { segment: 'customers' }, ...content, per_second: 100 },
  'To all contacts': { to: { all: true }, ...content, language: 'sv' },
};

export const PREVIEWS = { 'Who would be reached': { to, ...content } };
export const TESTS = {
  'To two people first': { to: ['ada@example.com', { external_id: 'user-42' }], ...content },
};

export const ACCEPTED = { Accepted: { id: ID, event: 'newsletter', status: 'accepted' } };

export const BROADCAST = {
  ...{ id: ID, event: 'newsletter', name: 'Newsletter of March', to, state: 'running' },
  counts: {
    ...{ total: 100_000, ahead: 59_800, accepted: 40_200, waiting: 120, sent: 38_900, delivered: 36_100 },
    ...{ failed: 80, skipped: { PREFERENCE: 900, SUPPRESSED: 200 }, cancelled: 0 },
  },
  ...{
    counted_at: '2026-11-27T10:05:00.000Z',
    language: null,
    tenant: null,
    send_at: null,
    per_second: null,
  },
  ...{ rate: 134, expected_end: '2026-11-27T10:12:26.268Z', blocked: null },
  by: { id: '7f2c8f0e-54c4-4f57-9f1e-0d7c4f5f6a10', name: 'newsletter service' },
  ...{ created_at: '2026-11-27T10:00:00.000Z', started_at: '2026-11-27T10:00:00.420Z', ended_at: null },
};

export const PREVIEW = {
  'All were examined': {
    ...{ success: true, event: 'newsletter', to, total: 4213, reachable: 4050 },
    ...{ skipped: { PREFERENCE: 120, SUPPRESSED: 31, UNREACHABLE: 12 }, by_channel: { email: 4050 } },
    ...{ is_exact: true, sampled: 4213 },
  },
};
