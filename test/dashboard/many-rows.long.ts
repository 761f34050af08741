import { randomUUID } from 'node:crypto';
import type { Route } from 'playwright-core';
import { inChromium } from '../support/dashboard/in-chromium';
import { openAs, type Opened } from '../support/dashboard/open-page';
import { type Stack, startStack } from '../support/stack';

const ROWS = 100_000;
const PAGE = 100;
/** Longest frame that a reader does not notice, ms. Tests beside this one take half of a small machine. */
const SMOOTH_MS = 50;

const lineAt = (index: number) => ({
  ...{ id: randomUUID(), event: `event-${index % 7}`, status: index % 50 === 0 ? 'failed' : 'completed' },
  ...{ contact_id: randomUUID(), contact: { email: `person-${index}@example.org`, name: `Person ${index}` } },
  ...{ started_at: new Date(Date.now() - index * 800).toISOString(), completed_at: new Date().toISOString() },
  messages: [
    {
      ...{ channel: 'email', status: 'sent', address: `person-${index}@example.org`, provider: 'smtp' },
      ...{ provider_id: 'service_smtp', integration: null, error_code: null, cause_code: null },
    },
  ],
  ...{ retry_of: null, retried_as: null },
});

/** The route of the list, with its pages from memory: the page alone is measured, whatever the database is. */
const answer = (asked: { pages: number }) => (route: Route) => {
  asked.pages += 1;
  const from = Number(new URL(route.request().url()).searchParams.get('after') ?? 0);
  const to = Math.min(ROWS, from + PAGE);
  const notifications = Array.from({ length: to - from }, (_, index) => lineAt(from + index));
  return route.fulfill({ json: { success: true, notifications, next: to < ROWS ? String(to) : null } });
};

inChromium(`the list of ${ROWS} notifications`, () => {
  let stack: Stack;
  let opened: Opened;
  const asked = { pages: 0 };
  beforeAll(async () => {
    stack = await startStack();
    opened = await openAs(stack, 'editor');
    await opened.page.route(/\/admin\/v1\/applications\/[^/]+\/notifications\?/, answer(asked));
    await opened.go('activity');
    await list().getByText('Person 0', { exact: true }).waitFor();
  });
  afterAll(async () => {
    await opened?.close();
    await stack.stop();
  });

  const list = () => opened.page.getByRole('region', { name: 'Notifications' });
  const heapMb = async (): Promise<number> => {
    const session = await opened.page.context().newCDPSession(opened.page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    await session.detach();
    return Math.round(usedSize / 1e6);
  };
  /** Returns the frames while something happens, ms, the longest last. */
  const framesOf = async (act: () => Promise<unknown>): Promise<number[]> => {
    await opened.page.evaluate(`{
      window.frames_ = [];
      window.watching_ = true;
      let before = performance.now();
      const note = (now) => { window.frames_.push(now - before); before = now; if (window.watching_) requestAnimationFrame(note); };
      requestAnimationFrame(note);
    }`);
    await act();
    return (await opened.page.evaluate<number[]>('window.watching_ = false, window.frames_')).sort(
      (a, b) => a - b,
    );
  };
  const figures = (frames: readonly number[]): string => {
    const at = (part: number): string => (frames[Math.floor((frames.length - 1) * part)] ?? 0).toFixed(0);
    const long = frames.filter((ms) => ms > SMOOTH_MS).length;
    return `${frames.length} frames, median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms, ${long} over ${SMOOTH_MS} ms`;
  };

  test('is read to its end, and scrolls smoothly', async () => {
    const before = await heapMb();
    const begun = Date.now();
    const reading = await framesOf(async () => {
      await opened.page.evaluate(`{
        const list = document.querySelector('[aria-label=Notifications]');
        const timer = setInterval(() => { list.scrollTop = list.scrollHeight; }, 20);
        window.stop_ = () => clearInterval(timer);
      }`);
      await list()
        .getByText(`Person ${ROWS - 1}`, { exact: true })
        .waitFor({ timeout: 300_000 });
      await opened.page.evaluate('window.stop_()');
    });
    console.log(`read in ${Math.round((Date.now() - begun) / 1000)} s: ${figures(reading)}`);
    console.log(`memory: ${before} MB with ${PAGE} rows, ${await heapMb()} MB with ${ROWS}`);
    await list()
      .getByText(`Person ${ROWS - 1}`)
      .waitFor();
    await list().hover();
    const scrolling = await framesOf(async () => {
      for (let turn = 0; turn < 200; turn += 1)
        await opened.page.mouse.wheel(0, turn % 40 < 30 ? -1200 : 1200);
    });
    console.log(`scrolling: ${figures(scrolling)}`);
    const inDocument = await list().getByRole('listitem').count();
    expect(inDocument).toBeLessThan(80);
    const smooth = scrolling.filter((ms) => ms <= SMOOTH_MS).length / scrolling.length;
    expect(smooth).toBeGreaterThan(0.9);
  }, 400_000);

  test('is not read again, page by page, when the reader comes back to the window', async () => {
    const { page } = opened;
    const before = asked.pages;
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.evaluate(`document.querySelector('[aria-label=Notifications]').scrollTo({ top: 0 })`);
    await list().getByText('Person 0', { exact: true }).waitFor();
    expect(asked.pages - before).toBeLessThan(5);
  });
});
