import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { type OwnTemporal, startOwnTemporal } from '../../support/own-temporal';
import { type Stack, startStack } from '../../support/stack';
import { timed } from '../../support/timed';
import { whileHung } from '../../support/while-hung';

const PATIENT = `
channels: [email]
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: [{ send: email }, { wait: 1h }, { send: email }]
`;

let stack: Stack;
let temporal: OwnTemporal;

beforeAll(async () => {
  temporal = await startOwnTemporal();
  stack = await startStack({ temporalAddress: temporal.address, events: { 'patient.yaml': PATIENT } });
});
afterAll(async () => {
  await stack.stop();
  await temporal.remove();
});
test('OUTAGE-2: with a Temporal that hangs requests are answered soon, and what was accepted goes on after', async () => {
  const asleep = await stack.production.send('trial-ending', { to: newAddress() });
  await untilStatus(stack.production, asleep, 'waiting');
  const path = `/admin/v1/notifications/${asleep}`;
  const [wanted, unwanted] = [newAddress(), newAddress()];
  const id = await whileHung(temporal.pid(), async () => {
    const shown = await timed(() => stack.admin.get<{ notification: object }>(path));
    expect(shown.value.body.notification).toMatchObject({ status: 'waiting', details: null });
    expect(shown.ms).toBeLessThan(10_000);
    const signal = await timed(() => stack.admin.post(`${path}/signal`, { name: 'converted' }));
    expect(signal.value).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(signal.ms).toBeLessThan(15_000);
    const sent = await timed(() => stack.production.send('welcome', { to: wanted }));
    expect(sent.ms).toBeLessThan(10_000);
    await stack.production.send('welcome', { to: unwanted });
    const cancelled = await timed(() => stack.production.post('/v1/cancel/welcome', { to: unwanted }));
    expect(cancelled.value.body).toEqual({ success: true, cancelled: 1 });
    expect(cancelled.ms).toBeLessThan(10_000);
    return sent.value;
  });
  expect(await untilEnded(stack.production, id, 60_000)).toMatchObject({ status: 'completed' });
  // The signal that was answered with 503 may have come too, and ends the same wait: then this one is refused.
  expect([200, 409]).toContain((await stack.admin.post(`${path}/signal`, { name: 'converted' })).status);
  expect(await untilEnded(stack.production, asleep, 60_000)).toMatchObject({ status: 'completed' });
  expect(stack.smtp.mailsTo(wanted)).toHaveLength(1);
  expect(stack.smtp.mailsTo(unwanted)).toEqual([]);
});
