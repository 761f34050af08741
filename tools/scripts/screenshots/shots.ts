import type { Sample } from './sample-data';

/** A picture of a page. */
export interface Shot {
  name: string;
  width: number;
  height: number;
  scheme: 'light' | 'dark';
  environment: 'production' | 'sandbox';
  page: (sample: Sample) => string;
}

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const shot = (name: string, page: Shot['page'] | string, over: Partial<Shot> = {}): Shot => ({
  ...{ name, ...DESKTOP, scheme: 'light', environment: 'production' },
  page: typeof page === 'string' ? () => page : page,
  ...over,
});

const activity = 'activity';
const notification = ({ failed }: Sample): string => `notifications/${failed}`;
const editor = 'events/order-shipped?view=templates';

/** The pictures of README.md and docs. */
export const DOCUMENTED: readonly Shot[] = [
  shot('dashboard-overview.png', 'overview'),
  shot('dashboard-activity.png', activity),
  shot('dashboard-notification.png', notification),
  shot('dashboard-event-dark.png', editor, { scheme: 'dark', environment: 'sandbox' }),
  shot('dashboard-activity-phone.png', activity, PHONE),
];

const PAGES: readonly (readonly [string, Shot['page'] | string, Partial<Shot>?])[] = [
  ['overview', 'overview'],
  ['activity', activity],
  ['notification', notification],
  ['sent', ({ welcome }) => `notifications/${welcome}`],
  ['why-not', 'why-not?who=ada@example.org'],
  ['events', 'events'],
  ['event', editor, { environment: 'sandbox' }],
  ['event-steps', 'events/onboarding?view=steps', { environment: 'sandbox' }],
  ['contacts', 'contacts'],
  ['contact', 'contacts/ada@example.org'],
  ['inbox', 'inbox', { environment: 'sandbox' }],
  ['integrations', 'integrations'],
  ['senders', 'senders'],
  ['webhooks', 'webhooks'],
  ['keys', 'keys'],
  ['usage', 'usage'],
  ['audit', 'audit'],
  ['operators', 'operators'],
  ['account', 'account'],
];

/** Each page at phone and desktop width, light and dark. */
export const everyShot = (): Shot[] =>
  PAGES.flatMap(([name, page, over]) =>
    Object.entries({ desktop: DESKTOP, phone: PHONE }).flatMap(([size, viewport]) =>
      (['light', 'dark'] as const).map((scheme) =>
        shot(`${name}-${size}-${scheme}.png`, page, { ...over, ...viewport, scheme }),
      ),
    ),
  );
