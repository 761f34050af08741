import { switchedOffMail } from '../../../../activities/webhooks/owner-mail';

const endpoint = { _id: 'w-1', url: 'https://example.com/hook', scope: 'a-1:production' };
const at = new Date('2026-03-07T09:00:00.000Z');
const failingSince = new Date('2026-03-06T09:00:00.000Z');
const mail = (reason?: 'failing' | 'gone') =>
  switchedOffMail(
    endpoint,
    { at, failingSince, notice: 'pending', ...(reason && { reason }) },
    { name: 'shop' },
  ).text;

test.each([undefined, 'failing'] as const)('an endpoint that only failed (%s) says since when', (reason) => {
  expect(mail(reason)).toContain('has accepted nothing since\n2026-03-06T09:00:00.000Z, so it was');
  expect(mail(reason)).toContain('{"since": "2026-03-06T09:00:00.000Z"}');
});

test('WEBHOOK-40: after a 410 the redelivery includes the events that waited for a retry', () => {
  expect(mail('gone')).toContain('answered 410 (Gone), so it was disabled');
  expect(mail('gone')).toContain('{"since": "2026-03-03T09:00:00.000Z"}');
});
