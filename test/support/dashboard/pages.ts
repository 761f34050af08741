/** A page of the dashboard, as an operator knows it. */
export interface PageSpec {
  /** Its heading. */
  name: string | RegExp;
  path: string;
  environment?: 'sandbox';
  /** What it shows of the application "demo" (data.ts). */
  shows: string | RegExp;
  /** What it says in an application that has nothing. Absent: it is never empty. */
  empty?: string | RegExp;
}

/** Pages that need no id. */
export const PAGES: readonly PageSpec[] = [
  { name: 'Overview', path: 'overview', shows: /welcome/, empty: /Nothing failed|None|No / },
  { name: 'Activity', path: 'activity', shows: 'Ada Lovelace', empty: 'Nothing was sent yet' },
  { name: 'Explain', path: 'explain?who=ada@example.org', shows: /accepted/i, empty: /no contact|nothing/i },
  { name: 'Events', path: 'events', shows: 'order-shipped', empty: 'There is no event in production yet' },
  {
    name: 'Broadcasts',
    path: 'broadcasts',
    shows: 'نشرة مارس',
    empty: 'No broadcast in production yet',
  },
  { name: 'New broadcast', path: 'broadcasts/new', shows: 'Choose an event.' },
  {
    name: 'Categories',
    path: 'categories',
    shows: 'Offers',
    empty: 'No category in production yet',
  },
  { name: 'Schedules', path: 'schedules', shows: 'monthly', empty: 'No schedule yet' },
  { name: 'Contacts', path: 'contacts', shows: 'Ada Lovelace', empty: 'There is no contact yet' },
  { name: 'Topics', path: 'topics', shows: 'Newsletter', empty: 'No topic in production yet' },
  {
    name: 'Topics',
    path: 'topics?tab=segments',
    shows: 'Mail readers',
    empty: 'No segment in production yet',
  },
  {
    name: 'Sandbox inbox',
    path: 'inbox',
    environment: 'sandbox',
    shows: /Welcome, Grace/,
    empty: 'Nothing was sent in the sandbox yet',
  },
  { name: 'Integrations', path: 'integrations', shows: 'Main account', empty: 'No integration yet' },
  { name: 'Senders', path: 'senders', shows: 'example.com', empty: 'No sender yet' },
  { name: 'Tenants', path: 'tenants', shows: 'Acme', empty: 'No tenant yet' },
  { name: 'Webhooks', path: 'webhooks', shows: /delivery\.sent/, empty: 'No endpoint in production' },
  {
    name: 'Keys',
    path: 'keys',
    shows: 'checkout',
    empty: 'There is no valid API key in production',
  },
  { name: /Usage/, path: 'usage', shows: /quota/i },
  { name: 'Audit log', path: 'audit', shows: /integration\.add/ },
  { name: 'Operators', path: 'operators', shows: /owner-/ },
];

type Ids = Record<'sent' | 'contact' | 'job' | 'broadcast' | 'paused', string>;

/** What stands for an id in a path until there is one. */
export const NAMED: Ids = {
  ...{ sent: 'SENT', contact: 'CONTACT', job: 'JOB', broadcast: 'BROADCAST', paused: 'PAUSED' },
};

/** Returns a path with ids in place of their names. */
export const withIds = (path: string, ids: Ids): string =>
  (Object.keys(NAMED) as (keyof Ids)[]).reduce((text, name) => text.replace(NAMED[name], ids[name]), path);

/** The pages of one thing. */
export const pagesOf = ({ sent, contact, job, broadcast, paused }: Ids): PageSpec[] => [
  { name: 'welcome', path: `notifications/${sent}`, shows: 'Welcome, Ada!' },
  { name: 'Ada Lovelace', path: `contacts/${contact}`, shows: 'ada@example.org' },
  { name: 'Newsletter', path: 'topics/news', shows: 'ada@example.org' },
  { name: 'Mail readers', path: 'segments/readers', shows: 'ada@example.org' },
  { name: 'welcome', path: 'events/welcome', shows: /Welcome/ },
  { name: 'welcome', path: 'events/welcome?view=steps', shows: /^Send by/ },
  { name: 'welcome', path: 'events/welcome?view=versions', shows: 'Version 1' },
  { name: 'Cancel notifications', path: `jobs/${job}`, shows: 'left: has ended already' },
  { name: 'نشرة مارس', path: `broadcasts/${broadcast}`, shows: '1 of 1' },
  { name: 'welcome', path: `broadcasts/${paused}`, shows: 'not counted yet' },
];
