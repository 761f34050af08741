import { eventually } from './eventually';
import type { NotificationView } from './http-api';
import { newAddress, untilEnded } from './journey';
import type { Stack } from './stack';
import { untilTime } from './until-time';

const TEMPLATE = `
templates:
  email:
    en: { subject: '{{digest.count}} comments', text: '{{#each digest.items}}{{word}}={{payload.word}};{{/each}}' }
  sms:
    en: { text: '{{digest.count}} comments' }
`;
const digestOf = (window: string): string => `${TEMPLATE}
sequence: [{ digest: ${window} }, { send: email }]
`;

/** Events whose digests stay open for more or less. */
export const EVENTS = {
  'gathered.yaml': digestOf('12s'),
  'other.yaml': digestOf('12s'),
  'later.yaml': digestOf('12s'),
  'crowd.yaml': digestOf('25s'),
  'keyed.yaml': `
templates:
  email:
    en: { subject: 'Project {{digest.key}}', text: '{{#each digest.items}}{{word}}={{payload.word}};{{/each}}' }
sequence: [{ digest: { for: 12s, key: payload.project } }, { send: email }]
`,
};

type View = NotificationView & { digested_into?: string };

/** What tests do with digests. */
export function digestsOf(stackOf: () => Stack) {
  const send = (event: string, to: string, word: string): Promise<string> =>
    stackOf().production.send(event, { to, payload: { word } });
  const viewsOf = (ids: string[]): Promise<View[]> =>
    Promise.all(ids.map((id) => untilEnded(stackOf().production, id)));
  /** The words of each mail that somebody got. */
  const saidTo = (to: string): string[][] =>
    stackOf()
      .smtp.mailsTo(to)
      .map(({ text = '' }) => [...text.matchAll(/(\S+?)=\1;/g)].map(([, word]) => word ?? ''));
  /** When the window closes that a notification is in, milliseconds since 1970. */
  const closingOf = async (id: string): Promise<number> =>
    (await stackOf().store.digests.of(id))?.closesAt.getTime() ?? NaN;
  const untilGathered = (ids: string[]) =>
    eventually('all of them to be in a window', async () => {
      const windows = await Promise.all(ids.map((id) => stackOf().store.digests.of(id)));
      return windows.every((window) => window !== null);
    });
  return {
    ...{ send, viewsOf, saidTo, closingOf, untilGathered },
    cancel: async (event: string, to: string): Promise<number> =>
      (await stackOf().production.post<{ cancelled: number }>(`/v1/cancel/${event}`, { to })).body.cancelled,
    /** Sends as many at once to one address; the first of them carries all. */
    expectOneForAll: async (event: string, count: number): Promise<void> => {
      const to = newAddress();
      const words = Array.from({ length: count }, (_, index) => `w${index}`);
      const ids = await Promise.all(words.map((word) => send(event, to, word)));
      expect(await stackOf().production.notification(ids[0] ?? '')).toMatchObject({
        status: 'waiting',
        messages: [],
      });
      await untilGathered(ids);
      await untilTime(await closingOf(ids[0] ?? ''));
      const views = await viewsOf(ids);
      expect(views.map(({ status }) => status)).toEqual(ids.map(() => 'completed'));
      const [carrier, ...moreCarriers] = views.filter(({ messages }) => messages.length > 0);
      expect(moreCarriers).toEqual([]);
      expect(carrier).not.toHaveProperty('digested_into');
      expect(views.filter(({ digested_into: into }) => into === carrier?.id)).toHaveLength(count - 1);
      const [said, ...moreMails] = saidTo(to);
      expect(moreMails).toEqual([]);
      expect([...(said ?? [])].sort()).toEqual([...words].sort());
      expect(stackOf().smtp.mailsTo(to)[0]?.subject).toBe(`${count} comments`);
    },
  };
}
