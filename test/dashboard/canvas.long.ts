import { seriousProblems } from '../support/dashboard/axe';
import { inChromium } from '../support/dashboard/in-chromium';
import { openAs, PHONE } from '../support/dashboard/open-page';
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

inChromium('the canvas', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ events: { 'trial.yaml': TRIAL } });
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
});
