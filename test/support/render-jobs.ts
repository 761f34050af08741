import type { Template } from '../../core/events/definition';
import type { MessageJob } from '../../core/events/templates/render-message';

/** A message of a template, an e-mail's unless `more` says so, with this payload. */
export const jobOf = (
  template: Template,
  payload: object = {},
  more: Partial<MessageJob> = {},
): MessageJob => ({
  channel: 'email',
  template: { subject: 'Hello', ...template },
  language: 'en',
  timezone: null,
  payload: JSON.stringify(payload),
  contact: { name: 'Ada Lovelace', email: 'ada@example.org', meta: '{}' },
  brand: {},
  app: { name: 'shop' },
  sender: { email: 'shop@example.com' },
  event: 'welcome',
  notificationId: '0e5a6a5c-6a4c-4c5e-9d4e-2f1c1c1f7a11',
  ...more,
});

const same = 'x'.repeat(400_000);

/** Minutes of work: 90,000 times two lists of 400 kB are printed and compared. */
export const ENDLESS = jobOf(
  { text: '{{#each a}}{{#each @root.a}}{{#each @root.a}}{{eq @root.b @root.c}}{{/each}}{{/each}}{{/each}}' },
  { a: Array.from({ length: 45 }, () => 1), b: [same, 1], c: [same, 2] },
);
