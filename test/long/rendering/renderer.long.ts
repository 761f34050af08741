import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ReadEvent } from '../../../core/events/file/read';
import { BusyError } from '../../../rendering/fair-queue';
import { createRenderer } from '../../../rendering/renderer';
import { ENDLESS, jobOf } from '../../support/render-jobs';

const LARGE = 'x'.repeat(5000);
/** However busy the machine is, the work comes to its end. */
const longestMs = 300_000;
const renderer = createRenderer({ threads: 2, budgetMs: 1000, longestMs, log: console });
afterAll(() => renderer.close());

/** Needs a thread. */
const honest = (application = 'honest') =>
  renderer.message(application, jobOf({ text: `${LARGE}{{name}}` }, { name: 'Ada' }));
const MADE = { subject: 'Hello', text: `${LARGE}Ada` };

const eventFile = (text: string): Promise<ReadEvent> =>
  renderer.eventFile('honest', { name: 'welcome.yaml', content: `templates:\n  email:\n    en:\n${text}` });
const mjml = (body: string): string =>
  `      subject: Hi\n      mjml: <mjml><mj-body>${body}</mj-body></mjml>\n`;
const SECTION = '<mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section>';

test('what is large is rendered in a thread just as what is small is at once', async () => {
  const job = jobOf(
    {
      subject: '{{name}}',
      html: '<p>{{name}}</p>',
      attachments: [{ filename: '{{name}}', content: 'YQ==' }],
    },
    { name: 'A & B' },
    { unsubscribeUrl: 'https://example.com/{{name}}' },
  );
  const html = `<p>{{name}}</p><!--${LARGE}-->`;
  const small = await renderer.message('a', job);
  expect(small).toEqual({
    subject: 'A & B',
    html: '<p>A &amp; B</p>',
    text: 'A & B',
    rich: JSON.stringify({
      attachments: [{ filename: 'A & B', content: 'YQ==' }],
      unsubscribeUrl: 'https://example.com/A%20%26%20B',
    }),
  });
  const large = await renderer.message('a', { ...job, template: { ...job.template, html } });
  expect(large).toEqual({ ...small, html: `<p>A &amp; B</p><!--${LARGE}-->` });
});

test('one that needs too much memory fails for good', async () => {
  const patient = createRenderer({ threads: 1, budgetMs: 20_000, longestMs, log: console });
  const list = ['x'.repeat(400_000), 'y'];
  // Each expression makes a text of 400 kB of the list.
  await expect(
    patient.message('hostile', jobOf({ text: '{{list}}'.repeat(3000) }, { list })),
  ).rejects.toMatchObject({
    name: 'TemplateError',
    message:
      'event welcome, email text: takes more memory than a thread has (256 MB); make the template or what it is sent smaller',
  });
  expect(await patient.message('a', jobOf({ text: LARGE }))).toMatchObject({ text: LARGE });
  await patient.close();
});

test('a document that breaks the MJML engine is refused; the engine is replaced', async () => {
  const broken = await eventFile(mjml('<mj-section>'.repeat(2000)));
  expect(broken).toEqual({
    ok: false,
    problems: [
      {
        line: 5,
        message:
          '"templates.email.en.mjml": MJML: it breaks the MJML engine; nest its elements less deeply, or make it smaller',
      },
    ],
    count: 1,
  });
  for (let round = 0; round < 3; round += 1)
    expect(await eventFile(mjml(SECTION))).toMatchObject({ ok: true });
});

test('a document for which the MJML engine wants more than 256 MB is refused', async () => {
  // Each of the sections prints the attribute of all elements, several times: 500 MB in the end.
  const head = `<mj-head><mj-attributes><mj-all background-url="${'a'.repeat(60_000)}"/></mj-attributes></mj-head>`;
  const before = process.resourceUsage().maxRSS;
  const patient = createRenderer({ threads: 1, budgetMs: 20_000, longestMs, log: console });
  const text = mjml(SECTION.repeat(2500)).replace('<mjml>', `<mjml>${head}`);
  const content = `templates:\n  email:\n    en:\n${text}`;
  expect(await patient.eventFile('a', { name: 'welcome.yaml', content })).toMatchObject({
    problems: [{ message: expect.stringMatching(/breaks the MJML engine; .* make it smaller/) as unknown }],
  });
  // Kilobytes. The thread may have 288 MB besides.
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(800_000);
  await patient.close();
});

test('work that a busy machine does not come to the end of is not at fault: it may be tried again', async () => {
  const hurried = createRenderer({ threads: 1, budgetMs: 20_000, longestMs: 1000, log: console });
  await expect(hurried.message('a', ENDLESS)).rejects.toEqual(new BusyError(1000));
  await hurried.close();
});

test('an error of a message keeps its words', async () => {
  const text = `${LARGE}{{date when}}`;
  await expect(renderer.message('a', jobOf({ text }, { when: 'x' }))).rejects.toMatchObject({
    name: 'TemplateError',
    message: 'email text, the value is not a date (write ISO 8601)',
  });
});

/** Null if the thread has ended since it was listed. */
function priorityOf(thread: number): number | null {
  try {
    return getPriority(thread);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SYSTEM_ERROR') return null;
    throw error;
  }
}

// Elsewhere a process has one priority for all of its threads.
(process.platform === 'linux' ? test : test.skip)(
  'on Linux a thread has a lower priority than the event loop',
  async () => {
    await honest();
    const own = getPriority();
    const priorities = readdirSync('/proc/self/task').map((thread) => priorityOf(Number(thread)));
    expect(getPriority(process.pid)).toBe(own);
    expect(priorities).toContain(Math.min(own + 10, 19));
  },
);

test('one that takes too long fails for good and says where; the process goes on, and so do other applications', async () => {
  await honest();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const endless = [1, 2].map(() => renderer.message('hostile', ENDLESS).catch((error: Error) => error));
  // One thread is left to the others.
  expect(await honest()).toMatchObject(MADE);
  expect(await endless[0]).toMatchObject({
    name: 'TemplateError',
    message:
      'event welcome, email text: takes longer than 1 s (RENDER_TIMEOUT_SECONDS); make the template or what it is sent smaller',
  });
  expect(await honest('another')).toMatchObject(MADE);
  delay.disable();
  // Half the time it would be blocked if it rendered itself, by far; docs/operations/performance.md has what it is on a quiet machine.
  expect(delay.percentile(90) / 1e6).toBeLessThan(500);
});
