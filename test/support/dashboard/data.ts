import { eventually } from '../eventually';
import { untilEnded } from '../journey';
import type { Stack } from '../stack';
import { type WebhookReceiver, startWebhookReceiver } from '../webhook-receiver';

/** What the tests of all pages share: the ids of one of each, in production of the application "demo". */
export interface DashboardData {
  sent: string;
  failed: string;
  contact: string;
  job: string;
  /** A broadcast that has ended, and one that is paused before it begins. */
  broadcast: string;
  paused: string;
  receiver: WebhookReceiver;
}

/** Nobody has this address. */
export const UNKNOWN = 'nobody@example.org';

/** Fills the application "demo", and creates the application "empty". */
export async function fillDashboard(stack: Stack): Promise<DashboardData> {
  const { admin, production, sandbox, smtp } = stack;
  const app = `/admin/v1/applications/${stack.applicationId}`;
  const receiver = await startWebhookReceiver();
  smtp.answer = (to) => (to === UNKNOWN ? { code: 550, text: '5.1.1 no such user' } : null);
  await admin.post('/admin/v1/applications', { name: 'empty' });
  await admin.request('PUT', `${app}/tenants/acme`, { name: 'Acme', brand: { color: 'red' } });
  await admin.request('PUT', `${app}/categories/production/offers`, {
    labels: { en: { name: 'Offers', description: 'Once a week.' }, ar: { name: 'عروض' } },
    ...{ default: { sms: false }, bulk: true },
  });
  await admin.request('PUT', `${app}/topics/production/news`, {
    ...{ name: 'Newsletter', description: 'نشرة أسبوعية', category: 'offers' },
  });
  const filter = { all: [{ channel: 'email' }, { topic: 'news', exists: true }] };
  await admin.request('PUT', `${app}/segments/production/readers`, { name: 'Mail readers', filter });
  await admin.request('PUT', `${app}/schedules/production/monthly`, {
    ...{ event: 'welcome', cron: '0 9 1 * *', zone: 'Europe/Berlin', to: 'ada@example.org' },
    payload: { name: 'Ada' },
  });
  await admin.post(`${app}/integrations`, {
    ...{ channel: 'email', provider: 'smtp', name: 'Main account', check: false },
    settings: { url: smtp.url },
  });
  await admin.post(`${app}/keys`, { environment: 'production', label: 'checkout' });
  await production.post('/v1/webhooks', { url: receiver.url });
  const to = { email: 'ada@example.org', name: 'Ada Lovelace' };
  const sent = await production.send('welcome', { to, payload: { name: 'Ada' } });
  const failed = await production.send('welcome', { to: UNKNOWN, payload: { name: 'Nobody' } });
  const tried = await sandbox.send('welcome', { to: 'grace@example.org', payload: { name: 'Grace' } });
  await Promise.all([
    untilEnded(production, sent),
    untilEnded(production, failed),
    untilEnded(sandbox, tried),
  ]);
  const { body } = await admin.get<{ notification: { contact_id: string } }>(
    `/admin/v1/notifications/${sent}`,
  );
  const begun = await admin.post<{ job: { id: string } }>(`${app}/jobs`, {
    ...{ action: 'cancel', environment: 'production', ids: [sent] },
  });
  await admin.request(
    'PATCH',
    `${app}/contacts/${body.notification.contact_id}/preferences?environment=production`,
    { channels: { sms: false }, categories: { offers: { email: false } } },
  );
  const subscriptions = `${app}/topics/production/news/subscriptions`;
  await admin.post(subscriptions, { contacts: [body.notification.contact_id] });
  const job = begun.body.job.id;
  const broadcasts = await fillBroadcasts(stack);
  await eventually('the job to be done', async () => {
    const { body: now } = await admin.get<{ job: { state: string } }>(`/admin/v1/jobs/${job}`);
    return now.job.state === 'done';
  });
  await eventually('the webhook of the mail', () => receiver.of(sent).length > 0);
  return { sent, failed, contact: body.notification.contact_id, job, ...broadcasts, receiver };
}

async function fillBroadcasts({ admin, applicationId }: Stack) {
  const create = async (body: object): Promise<string> => {
    const path = `/admin/v1/applications/${applicationId}/broadcasts/production`;
    const made = await admin.post<{ broadcast: { id: string } }>(path, {
      ...{ event: 'welcome', payload: { name: 'Ada' }, ...body },
    });
    return made.body.broadcast.id;
  };
  const paused = await create({ to: { all: true }, send_at: new Date(Date.now() + 864e6).toISOString() });
  await admin.post(`/admin/v1/broadcasts/${paused}/pause`, {});
  const broadcast = await create({ to: { topic: 'news' }, name: 'نشرة مارس' });
  await eventually('the broadcast to end', async () => {
    const { body } = await admin.get<{ broadcast: { state: string } }>(`/admin/v1/broadcasts/${broadcast}`);
    return body.broadcast.state === 'completed';
  });
  return { broadcast, paused };
}
