import { eventually } from '../eventually';
import type { Stack } from '../stack';

/** Turns what follows it around. Who uses it in a name hides what the name is. */
const OVERRIDE = '\u202e';

/** What was filled in: ids, and what was named. */
export interface RightToLeft {
  /** A notification that waits and is paused. */
  sent: string;
  contact: string;
  event: string;
  integration: string;
  /** Why the notification is paused. */
  reason: string;
}

const NAME = `ليلى ${OVERRIDE}عبد الرحمن بنت محمد الفارسي (قسم المشتريات 42)`;
const COMPANY = 'شركة الاتصالات والخدمات اللوجستية المتقدمة في الشرق الأوسط وشمال أفريقيا المحدودة';
const EVENT = 'arabic-order';
const FILES = [
  {
    name: `${EVENT}.yaml`,
    content: `channels: [email, sms]
language: ar
sequence:
  - send: email
  - wait: 1d
  - send: sms
templates:
  email:
    ar: { subject: 'تم شحن طلبك رقم {{order}} يا {{contact.name}}', text: 'مرحبا، لقد تم شحن طلبك رقم {{order}} اليوم.' }
  sms:
    ar: { text: 'تم شحن طلبك رقم {{order}}. شكرا لك.' }
`,
  },
  { name: 'translations/ar.yaml', content: 'order.see: اعرض طلبك الآن\n' },
];

/** Adds to the application "demo" one of each thing with an Arabic name, text, note or reason, each with an override. */
export async function fillWithArabic({ admin, production, sandbox, smtp, applicationId }: Stack) {
  const app = `/admin/v1/applications/${applicationId}`;
  const integration = `الحساب الرئيسي ${OVERRIDE}للبريد`;
  const reason = `العميلة طلبت التأجيل ${OVERRIDE}أسبوعا`;
  const done = async <Body>(asked: Promise<{ status: number; body: Body }>): Promise<Body> => {
    const { status, body } = await asked;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  for (const environment of ['production', 'sandbox'])
    await done(admin.request('PUT', `${app}/events/${environment}`, { files: FILES }));
  const made = await done(
    admin.post<{ integration: { id: string } }>(`${app}/integrations`, {
      ...{ channel: 'email', provider: 'smtp', name: integration, check: false, settings: { url: smtp.url } },
    }),
  );
  await done(admin.post(`${app}/integrations/${made.integration.id}/pause`, { reason }));
  await done(
    admin.post(`${app}/integrations`, {
      ...{ channel: 'sms', provider: 'telnyx', name: `رسائل ${OVERRIDE}قصيرة`, check: false },
      settings: { api_key: 'KEY0123456789' },
    }),
  );
  await done(admin.request('PUT', `${app}/tenants/sharika`, { name: `${COMPANY} ${OVERRIDE}abc` }));
  await done(admin.post(`${app}/keys`, { environment: 'production', label: `مفتاح ${OVERRIDE}المتجر` }));
  const operator = { email: 'layla@example.org', name: NAME, role: 'editor', mail: false };
  await done(admin.post('/admin/v1/operators', operator));
  await done(
    admin.post(`${app}/suppressions`, {
      ...{ environment: 'production', channel: 'email', address: 'x@example.org', detail: reason },
    }),
  );
  await done(
    admin.request('PATCH', `${app}/webhooks/production`, { description: `نقطة ${OVERRIDE}الاستقبال` }),
  );
  await done(admin.post(`${app}/events/production/trial-ending/pause`, { reason }));
  const send = {
    to: { email: 'layla@example.org', name: NAME, language: 'ar', external_id: 'عميل-١٢' },
    ...{ tenant: 'sharika', payload: { order: 'رقم ١٢' } },
  };
  const sent = await production.send(EVENT, send);
  await sandbox.send(EVENT, send);
  // A pause that comes before the first message holds it, and the page then has the reason several times.
  await eventually('the first message to have left', async () => {
    const { messages } = await production.notification(sent);
    return messages.some(({ sent_at: sentAt }) => sentAt !== null);
  });
  await done(admin.post(`/admin/v1/notifications/${sent}/pause`, { reason }));
  const { notification } = await done(
    admin.get<{ notification: { contact_id: string } }>(`/admin/v1/notifications/${sent}`),
  );
  return { sent, contact: notification.contact_id, event: EVENT, integration, reason };
}
