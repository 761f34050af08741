import { parse } from 'yaml';
import { seriousProblems } from '../support/dashboard/axe';
import { inChromium } from '../support/dashboard/in-chromium';
import { openAs, PHONE } from '../support/dashboard/open-page';
import { eventually } from '../support/eventually';
import { untilStatus } from '../support/journey';
import { type Stack, startStack } from '../support/stack';

const TRIAL = `name: trial
channels: [email, sms]
sequence:
  - send: { name: hello, channel: email }
  - if: { value: payload.plan, is: pro }
    then:
      - wait: 2d
      - send: { name: tips, channel: email }
    else:
      - send: { name: offer, channel: sms }
templates:
  email:
    en: { subject: 'Hi {{name}}', text: Hello }
  sms:
    en: { text: Hi }
`;

const SHOP = `name: shop
payload:
  required: [name]
  properties:
    name: { type: string }
    plan: { type: string, enum: [free, pro, team] }
examples:
  ada: { name: Ada, plan: team }
templates:
  email:
    en:
      subject: Hi
      text: Hello
`;

inChromium('the canvas', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ events: { 'trial.yaml': TRIAL, 'shop.yaml': SHOP } });
  });
  afterAll(() => stack.stop());

  test('a notification shows its steps: done, current, skipped and to come', async () => {
    const id = await stack.sandbox.send('trial', {
      to: { email: 'ada@example.org', phone: '+12025550123' },
      payload: { plan: 'pro', name: 'Ada' },
    });
    await untilStatus(stack.sandbox, id, 'waiting');
    const { page, go, close, wrong } = await openAs(stack, 'viewer');
    await go(`notifications/${id}`, { environment: 'sandbox' });
    const diagram = page.getByRole('region', { name: 'Diagram of the steps' });
    const details = page.getByRole('region', { name: 'The chosen step' });
    const show = (title: string, state: string) =>
      diagram.getByRole('button', { name: new RegExp(`^${title} ${state}\\b`) });
    // Where it is, is open at first.
    await details.getByText('wait-1').waitFor();
    await show('Wait 2 days', 'Now').waitFor();
    await show('Send by email', 'Not yet').waitFor();
    await show('Send by sms', 'Skipped').click();
    await details.getByText('the condition was true').first().waitFor();
    await show('If payload.plan is “pro”', 'Done').click();
    await details.getByText('"pro"').waitFor();
    await show('Send by email', 'Done').focus();
    await page.keyboard.press('Enter');
    await details.getByText('Hi Ada').waitFor();
    await details.getByText(/^Attempt 1/).waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    expect(wrong).toEqual([]);
    await close();

    const phone = await openAs(stack, 'viewer', { viewport: PHONE });
    await phone.go(`notifications/${id}`, { environment: 'sandbox' });
    await phone.page.getByRole('button', { name: 'Show step 1, Send by email' }).click();
    await phone.page.getByRole('region', { name: 'The chosen step' }).getByText('Hi Ada').waitFor();
    expect(await seriousProblems(phone.page)).toEqual([]);
    await phone.close();
  });

  test('an event with two channels, two languages, a wait and a condition is made on it and promoted', async () => {
    const { page, go, close, wrong } = await openAs(stack, 'owner');
    await go('events/shop?view=steps', { environment: 'sandbox' });
    await page.getByText('Diagram', { exact: true }).click();
    const diagram = page.getByRole('region', { name: 'Diagram of the steps' });
    const dock = page.getByRole('dialog');
    const preview = dock.getByRole('region', { name: 'Preview' });
    const choose = (name: string | RegExp) => page.getByRole('menuitem', { name }).click();
    const add = async (kind: RegExp): Promise<void> => {
      await diagram.getByRole('button', { name: 'Add a step at the end', exact: true }).click();
      await choose(kind);
    };
    /** A step that was added gets the focus when the diagram has gone there. */
    const openAdded = async (name: RegExp): Promise<void> => {
      const added = diagram.getByRole('button', { name }).and(page.locator(':focus'));
      await eventually('the focus on what was added', async () => (await added.count()) > 0);
      await page.keyboard.press('Enter');
    };
    const sends = diagram.getByRole('button', { name: /^Edit: Send by/ });

    await sends.click();
    const subject = dock.getByRole('textbox', { name: 'Subject' });
    await subject.fill('Hi {{name');
    await page.locator('[aria-invalid=true]').first().waitFor();
    await diagram.getByRole('button', { name: /^Edit: Send by .*, 1 problem$/ }).waitFor();
    await subject.fill('Welcome, {{name}}');
    await preview.getByText('Welcome, Ada').waitFor();
    const html = dock.getByRole('textbox', { name: 'HTML, email, en' });
    await html.click();
    await page.keyboard.type('Your plan: {{pl');
    await page.getByRole('option', { name: /^plan/ }).click();
    await eventually(
      'the completed name',
      async () => (await html.textContent())?.includes('{{plan}}'),
      5_000,
    );
    await dock.getByRole('textbox', { name: 'Another language of email' }).fill('ar');
    await dock.getByRole('button', { name: 'Add the language' }).click();
    await preview.getByRole('heading', { name: /email, ar/ }).waitFor();
    await subject.fill('أهلا {{name}}');
    await preview.getByText('أهلا Ada').waitFor();
    await dock.getByRole('button', { name: 'Done' }).click();

    await add(/^Wait/);
    await openAdded(/^Edit: Wait 1 day/);
    await dock.getByRole('textbox', { name: 'Duration' }).fill('2d');
    await page.keyboard.press('Escape');
    await diagram.getByRole('button', { name: 'Edit: Wait 2 days' }).waitFor();

    await add(/^Condition/);
    await openAdded(/^Edit: If payload\.plan/);
    await dock.getByRole('combobox', { name: 'With' }).click();
    await page.getByRole('option', { name: 'team' }).click();
    await dock.getByRole('button', { name: 'Done' }).click();
    await diagram.getByRole('button', { name: 'Edit: If payload.plan is “team”' }).waitFor();
    await sends.nth(1).press('Enter');
    await dock.getByText('Channel, name and fallback').click();
    await dock.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option', { name: 'sms' }).click();
    await dock.getByRole('button', { name: 'Write one' }).click();
    await dock.getByRole('textbox', { name: 'Text', exact: true }).fill('Your team, {{name}}');
    await preview.getByText('Your team, Ada').waitFor();
    await dock.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved in sandbox.').waitFor();
    await page.getByRole('button', { name: 'Promote to production' }).click();
    await dock.getByText('Production is before, sandbox is after.').waitFor();
    await dock.getByRole('button', { name: 'Promote to production' }).click();
    await page.getByText('Production has the file').first().waitFor();
    const path = `/admin/v1/applications/${stack.applicationId}/events/production/shop`;
    const { body } = await stack.admin.get<{ event: { source: string } }>(path);
    expect(parse(body.event.source)).toMatchObject({
      templates: {
        email: { en: { subject: 'Welcome, {{name}}' }, ar: { subject: 'أهلا {{name}}' } },
        sms: { en: { text: 'Your team, {{name}}' } },
      },
      sequence: [
        { send: null },
        { wait: '2d' },
        { if: { value: 'payload.plan', is: 'team' }, then: [{ send: 'sms' }] },
      ],
    });

    expect(wrong).toEqual([]);
    await close();
  });
});
