import { randomUUID } from 'node:crypto';
import type { Notification } from '../../store/notifications/model';
import { failApi, SAYS } from '../support/dashboard/failing-api';
import { inChromium } from '../support/dashboard/in-chromium';
import { openAs, type Opened } from '../support/dashboard/open-page';
import { eventually } from '../support/eventually';
import { type Stack, startStack } from '../support/stack';
import { messageOf, notificationOf } from '../store/documents';

/** HELIOGRAPH_TEST_ROWS=100000 needs a mongod, or a stand-in with `_JAVA_OPTIONS=-Xmx4g`: all its indexes are in memory. */
const ROWS = Number(process.env.HELIOGRAPH_TEST_ROWS ?? 10_000);
/** Whoever chooses the number of rows measures. */
const tell = (figures: string): void => {
  if (process.env.HELIOGRAPH_TEST_ROWS) console.log(figures);
};
const AT_ONCE = 200;
/** Every how many notifications one failed, and one went by SMS. */
const FAILED_EVERY = 500;
const SMS_EVERY = 10;
/** A machine with many tests at once is slower than a reader's. */
const BUSY = 8;

/** What the sends of a day leave, the newest last. */
const notificationAt = (index: number, applicationId: string): Notification => {
  const at = new Date(Date.now() - (ROWS - index) * 800);
  const failed = index % FAILED_EVERY === 0;
  const message = messageOf({
    channel: index % SMS_EVERY === 0 ? 'sms' : 'email',
    status: failed ? 'failed' : 'sent',
    error: failed ? { code: 'REJECTED', message: 'no' } : null,
    createdAt: at,
  });
  return {
    ...notificationOf({
      _id: randomUUID(),
      applicationId,
      event: `event-${index % 7}`,
      contactId: randomUUID(),
    }),
    ...{ startedAt: at, completedAt: at, status: failed ? 'failed' : 'completed', messages: [message] },
    ...{ contact: { email: null, name: `Person ${index}` }, startPending: undefined, backlogOf: undefined },
    ...(failed && { failures: ['REJECTED@'] }),
  };
};

inChromium(`${ROWS} notifications`, () => {
  let stack: Stack;
  let opened: Opened;
  beforeAll(async () => {
    stack = await startStack();
    const collection = stack.connection.mongoose.collection('notifications');
    for (let from = 0; from < ROWS; from += AT_ONCE) {
      const documents = Array.from({ length: AT_ONCE }, (_, index) => {
        const {
          startPending: _1,
          backlogOf: _2,
          ...kept
        } = notificationAt(from + index, stack.applicationId);
        return kept;
      });
      await collection.insertMany(documents as never[], { ordered: false });
    }
    opened = await openAs(stack, 'editor');
  }, 600_000);
  afterAll(async () => {
    await opened?.close();
    await removeRows();
    await stack.stop();
  }, 300_000);

  /** All at once, the stand-in of MongoDB would answer nothing else for longer than the driver waits. */
  async function removeRows(): Promise<void> {
    const collection = stack.connection.mongoose.collection('notifications');
    const some = () => collection.find({}, { projection: { _id: 1 }, limit: 500 }).toArray();
    for (let left = await some(); left.length > 0; left = await some())
      await collection.deleteMany({ _id: { $in: left.map(({ _id }) => _id) } });
  }

  const list = () => opened.page.getByRole('region', { name: 'Notifications' });
  const row = (name: string) => list().getByRole('listitem').filter({ hasText: name });

  test('scroll without a long frame, with few rows in the document', async () => {
    await opened.go('activity');
    await row(`Person ${ROWS - 1}`).waitFor();
    const { page } = opened;
    await page.evaluate(`{
      window.frames_ = [];
      let before = performance.now();
      const note = (now) => { window.frames_.push(now - before); before = now; requestAnimationFrame(note); };
      requestAnimationFrame(note);
    }`);
    await list().hover();
    for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, 800);
    await eventually('some pages to be read', async () =>
      page.evaluate<boolean>(
        `(() => { const r = document.querySelector('[aria-label=Notifications]'); r.scrollTop = r.scrollHeight; return r.scrollHeight > 46 * 900; })()`,
      ),
    );
    const frames = (await page.evaluate<number[]>('window.frames_')).sort((a, b) => a - b);
    const inDocument = await list().getByRole('listitem').count();
    const [median = 0, late = 0] = [0.5, 0.95].map((part) => frames[Math.floor(frames.length * part)] ?? 0);
    tell(`frames: ${frames.length}, median ${median.toFixed(0)} ms, 95 % ${late.toFixed(0)} ms`);
    expect(inDocument).toBeLessThan(80);
    expect(median).toBeLessThan(34 * BUSY);
  });

  test.each([
    ['status=failed', `Person ${ROWS - FAILED_EVERY}`],
    ['channel=sms', `Person ${ROWS - SMS_EVERY}`],
    ['event=event-3&channel=sms&status=completed', /Person \d+0/],
    ['code=REJECTED', `Person ${ROWS - FAILED_EVERY}`],
    [`to=${new Date(Date.now() - ROWS * 400).toISOString()}`, /Person \d+/],
  ])('filtered by %s are there at once', async (query, first) => {
    const begun = Date.now();
    await opened.go(`activity?${query}`);
    await list().getByRole('listitem').filter({ hasText: first }).first().waitFor();
    const took = Date.now() - begun;
    tell(`${query}: ${took} ms with the page`);
    expect(took).toBeLessThan(2_000 * BUSY);
  });

  test('a filter that is chosen is in the address, and goes away with the browser’s way back', async () => {
    const { page } = opened;
    await opened.go('activity');
    const choose = async (label: string, option: string): Promise<void> => {
      await page.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('Channel', 'sms');
    await choose('Status', 'failed');
    await choose('Failure code', 'The provider refused the message (REJECTED)');
    await page.waitForURL(/channel=sms.*status=failed.*code=REJECTED|code=REJECTED/);
    for (const part of ['channel=sms', 'status=failed', 'code=REJECTED']) expect(page.url()).toContain(part);
    await row(`Person ${ROWS - FAILED_EVERY}`).waitFor();
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('code='));
    await page.getByRole('button', { name: 'Clear all' }).click();
    await row(`Person ${ROWS - 1}`).waitFor();
  });

  test('a new one comes by itself', async () => {
    await opened.go('activity');
    await row(`Person ${ROWS - 1}`).waitFor();
    const to = { email: 'new@example.org', name: 'Somebody New' };
    await stack.production.send('welcome', { to, payload: {} });
    await row('Somebody New').first().waitFor();
  });

  const dialog = () => opened.page.getByRole('dialog');
  const job = () => opened.page.getByRole('region', { name: 'Jobs' }).getByRole('group').first();
  const sendTo = async (people: string[]): Promise<void> => {
    for (const to of people)
      await stack.production.send('trial-ending', { to: { email: to, name: to }, payload: {} });
  };

  test('some are selected and cancelled by a job, with the number first and the result after', async () => {
    const { page } = opened;
    const people = ['first@example.org', 'second@example.org'];
    await sendTo(people);
    await opened.go('activity?event=trial-ending');
    for (const to of people)
      await page.getByRole('checkbox', { name: `Select trial-ending to ${to}` }).check();
    await page.getByRole('button', { name: 'Cancel 2 selected' }).click();
    await dialog().getByText('2 of 2 would be cancelled.').waitFor();
    await dialog().getByRole('button', { name: 'Cancel 2' }).click();
    await dialog().waitFor({ state: 'detached' });
    await job().getByText('2 of 2: 2 cancelled, 0 left').waitFor();
    await eventually('both to have ended', async () => (await row('stopped').count()) === 2);
  });

  test('what is left is counted by reason before a job begins', async () => {
    const { page } = opened;
    await opened.go('activity?code=REJECTED');
    await page.getByRole('button', { name: 'Retry all…' }).click();
    await dialog()
      .getByText(`0 of ${ROWS / FAILED_EVERY} would be retried.`)
      .waitFor();
    await dialog()
      .getByText(`${ROWS / FAILED_EVERY} are to a contact that was erased`)
      .waitFor();
    expect(
      await dialog()
        .getByRole('button', { name: /^Retry/ })
        .count(),
    ).toBe(0);
    await dialog().getByRole('button', { name: 'Leave them' }).click();
    await opened.go('activity?status=failed');
    expect(await page.getByRole('button', { name: 'Cancel all…' }).isDisabled()).toBe(true);
  });

  test('all that match are cancelled by one job, also after failures and two clicks, and a reload shows it', async () => {
    const { page } = opened;
    const people = Array.from({ length: 5 }, (_, index) => `waiting-${index}@example.org`);
    await sendTo(people);
    await opened.go('activity?event=trial-ending&status=waiting');
    for (const to of people) await row(to).first().waitFor();
    let restore = await failApi(page, '503', 'POST');
    await page.getByRole('button', { name: 'Cancel all…' }).click();
    await dialog().getByRole('alert').filter({ hasText: SAYS['503'] }).waitFor();
    await restore();
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await dialog().getByText('5 of 5 would be cancelled.').waitFor();
    restore = await failApi(page, '503', 'POST');
    await dialog().getByRole('button', { name: 'Cancel 5' }).click();
    await dialog().getByRole('alert').filter({ hasText: SAYS['503'] }).waitFor();
    await restore();
    await dialog().getByRole('button', { name: 'Cancel 5' }).click();
    await dialog().waitFor({ state: 'detached' });
    await job().getByText('5 of 5: 5 cancelled, 0 left').waitFor();
    await page.reload();
    await job().getByText('done', { exact: true }).waitFor();
    await job().getByRole('link', { name: 'Cancel notifications' }).click();
    const results = page.getByRole('table', { name: 'Results' }).getByRole('row');
    await results.nth(5).waitFor();
    expect(await results.count()).toBe(6);
    await page.getByText('event: trial-ending, status: waiting').waitFor();
    await page.getByText('Left as they are', { exact: true }).click();
    await page.getByText('There is none').waitFor();
  });

  test('a job is stopped and continues', async () => {
    const { page } = opened;
    await sendTo(['later@example.org']);
    await eventually('it to wait', () =>
      stack.connection.mongoose
        .collection('notifications')
        .countDocuments({ event: 'trial-ending', status: { $in: ['running', 'waiting'] } }),
    );
    // Nobody does its first page, so it runs until it is stopped.
    await stack.worker?.kill();
    await opened.go('activity?event=trial-ending');
    await page.getByRole('button', { name: 'Cancel all…' }).click();
    await dialog()
      .getByRole('button', { name: /^Cancel \d/ })
      .click();
    await job().getByText('running', { exact: true }).waitFor();
    await job().getByRole('button', { name: 'Stop' }).click();
    await job().getByText('stopped', { exact: true }).waitFor();
    await job().getByRole('button', { name: 'Continue' }).click();
    await stack.startWorker();
    await job()
      .getByText(/: \d+ cancelled, 0 left/)
      .waitFor();
    await job().getByText('done', { exact: true }).waitFor();
  });
});
