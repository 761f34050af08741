import { parse } from 'yaml';
import { seriousProblems } from '../support/dashboard/axe';
import { inChromium } from '../support/dashboard/in-chromium';
import { openAs, type Opened } from '../support/dashboard/open-page';
import { failApi, SAYS } from '../support/dashboard/failing-api';
import { eventually } from '../support/eventually';
import { type Stack, startStack } from '../support/stack';

const NUDGE = `name: nudge
channels: [email, sms]
sequence:
  # the first
  - send: { name: hello, channel: email }
  - if: { delivered: hello, within: 2h }
    then:
      - wait: 1d
    else:
      - send: sms
templates:
  email:
    en: { subject: Hi, text: Hi there }
  sms:
    en: { text: Hi }
`;

inChromium('the diagram of steps', () => {
  let stack: Stack;
  let opened: Opened;
  beforeAll(async () => {
    stack = await startStack({ events: { 'nudge.yaml': NUDGE } });
  });
  beforeEach(async () => {
    opened = await openAs(stack, 'editor');
    await opened.go('events/nudge?view=steps', { environment: 'sandbox' });
    await diagram().getByText('Completed').waitFor();
  });
  afterEach(async () => {
    expect(opened.wrong).toEqual([]);
    await opened.close();
  });
  afterAll(() => stack.stop());

  const diagram = () => opened.page.getByRole('region', { name: 'Diagram of the steps' });
  const button = (name: string) => diagram().getByRole('button', { name, exact: true });
  const choose = (name: string | RegExp) => opened.page.getByRole('menuitem', { name, exact: true }).click();
  /** A menu takes the focus a moment after it is open, and would take it back from an item. */
  const chooseByKeyboard = async (name: string): Promise<void> => {
    const item = opened.page.getByRole('menuitem', { name });
    await eventually('the focus in the menu', () =>
      opened.page.evaluate<boolean>(`document.activeElement.closest('[role=menu]') !== null`),
    );
    await eventually(`the focus on ${name}`, async () => {
      await press('ArrowDown');
      return (await item.and(opened.page.locator(':focus')).count()) > 0;
    });
    await press('Enter');
  };
  const says = (text: string) => opened.page.getByRole('status').getByText(text).waitFor();
  const press = async (...keys: string[]) => {
    for (const key of keys) await opened.page.keyboard.press(key);
  };
  const untilFocused = (name: string) =>
    eventually(`the focus on ${name}`, async () =>
      opened.page.evaluate<boolean>(
        `document.activeElement.getAttribute('aria-label') === ${JSON.stringify(name)}`,
      ),
    );
  const source = async (): Promise<string> => {
    await opened.page.getByRole('tab', { name: 'Source' }).click();
    await opened.page.locator('.cm-line').first().waitFor();
    const lines = await opened.page.locator('.cm-line').allTextContents();
    await opened.page.getByRole('tab', { name: 'Steps' }).click();
    return lines.join('\n');
  };
  const sequence = async (): Promise<unknown> => (parse(await source()) as { sequence: unknown }).sequence;

  test('moves steps between branches by their menu, by keyboard alone', async () => {
    await button('More: Wait 1 day').focus();
    await press('Enter');
    await chooseByKeyboard('Move elsewhere…');
    await says('Choose where “Wait 1 day” goes.');
    // Its own place is none of the places.
    await expect(
      diagram()
        .getByRole('button', { name: /^Move it here/ })
        .count(),
    ).resolves.toBe(5);
    await press('Escape');
    await expect(
      diagram()
        .getByRole('button', { name: /^Move it here/ })
        .count(),
    ).resolves.toBe(0);
    await button('More: Wait 1 day').focus();
    await press('Enter');
    await chooseByKeyboard('Move elsewhere…');
    await button('Move it here, before “Send by sms” of “Otherwise”').focus();
    await press('Enter');
    await untilFocused('Edit: Wait 1 day');
    expect(await sequence()).toMatchObject([
      { send: { name: 'hello' } },
      { else: [{ wait: '1d' }, { send: 'sms' }] },
    ]);
  });

  test('moves a step that is dragged', async () => {
    const step = diagram().locator('[draggable=true]').filter({ hasText: 'Send by email' });
    const box = await step.boundingBox();
    const { mouse } = opened.page;
    await mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 20);
    await mouse.down();
    await mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 60, { steps: 4 });
    const target = button('Move it here, before “Wait 1 day” of “Then”');
    await target.waitFor();
    const place = await target.boundingBox();
    await mouse.move((place?.x ?? 0) + 10, (place?.y ?? 0) + 10, { steps: 4 });
    await mouse.up();
    await says('“Send by email” is moved.');
    expect(await sequence()).toMatchObject([
      { then: [{ send: { name: 'hello' } }, { wait: '1d' }], else: [{ send: 'sms' }] },
    ]);
  });

  test('removes a branch and a step, and brings them back', async () => {
    const condition = 'If the delivery of hello is confirmed within 2 hours';
    await button(`More: ${condition}`).click();
    await choose('Remove the steps of “Otherwise”');
    await untilFocused('Add a step at the end of “Otherwise”');
    await opened.page.getByRole('button', { name: 'Undo' }).click();
    await button('Edit: Send by sms').waitFor();
    await button(`More: ${condition}`).click();
    await choose('Remove');
    await eventually('it to be gone', async () => (await button('Edit: Wait 1 day').count()) === 0);
    await opened.page.getByRole('button', { name: 'Undo' }).click();
    await button('Edit: Wait 1 day').waitFor();
    expect(await source()).toBe(NUDGE);
  });

  test('shows what gets the focus, and axe finds nothing serious in it', async () => {
    await button('Zoom In').click();
    await button('Zoom In').click();
    const last = button('Add a step at the end');
    await last.focus();
    await eventually('the last point to be in view', async () => {
      const [point, frame] = [await last.boundingBox(), await diagram().boundingBox()];
      return point !== null && frame !== null && point.y + point.height <= frame.y + frame.height;
    });
    expect(await seriousProblems(opened.page)).toEqual([]);
  });

  test('adds a step, edits it in the panel, and saves the file with its comments', async () => {
    await button('Add a step at the end').click();
    await choose(/^Wait/);
    await says('The step is added.');
    await untilFocused('Edit: Wait 1 day');
    await press('Enter');
    const panel = opened.page.getByRole('dialog');
    await panel.getByRole('textbox', { name: 'Duration' }).fill('3d');
    await panel.getByRole('button', { name: 'Done' }).click();
    await button('Edit: Wait 3 days').waitFor();
    const restore = await failApi(opened.page, '503');
    await opened.page.getByRole('button', { name: 'Save', exact: true }).click();
    await opened.page.getByRole('alert').filter({ hasText: SAYS['503'] }).first().waitFor();
    await restore();
    await opened.page.getByRole('button', { name: 'Save', exact: true }).click();
    await opened.page.getByText('Saved in sandbox.').waitFor();
    expect(await source()).toContain('# the first');
    expect(await sequence()).toHaveLength(3);
  });
});
