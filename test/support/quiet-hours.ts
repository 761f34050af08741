import type { Stack } from './stack';

export const MINUTE = 60_000;

/** A time of day on the clock of UTC, as event files have it. */
export const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

/** Quiet hours around now that end at `end`, on the clock of UTC. */
export const around = (end: number, more = ''): string =>
  `quiet_hours: { from: '${clock(Date.now() - 10 * MINUTE)}', to: '${clock(end)}'${more} }`;

/** Pushes an event over e-mail and SMS that has these lines besides. */
export async function pushEvent(stack: Stack, name: string, lines: string, subject = 'Hi'): Promise<void> {
  const content = `${lines}\ntemplates: { email: { en: { subject: '${subject}', text: Hi } }, sms: { en: { text: Hi } } }\n`;
  const path = `/admin/v1/applications/${stack.applicationId}/events/production`;
  const answer = await stack.admin.request('PUT', path, { files: [{ name: `${name}.yaml`, content }] });
  expect(answer.status).toBe(200);
}
