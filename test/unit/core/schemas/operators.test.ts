import { notificationsQuery, retryManyBody, retryOneBody } from '../../../../core/schemas/operators';
import {
  createIntegrationBody,
  testIntegrationBody,
  updateIntegrationBody,
} from '../../../../core/schemas/integration';
import { redeliverBody, webhookEventsQuery } from '../../../../core/schemas/webhook-events';

const startedAt = new Date('2026-03-01T09:00:00.123Z');

describe("operators' list of notifications", () => {
  const parse = (query: object) => notificationsQuery.safeParse({ environment: 'sandbox', ...query });

  test('without anything it is the first 50 of all', () => {
    expect(parse({}).data).toEqual({ environment: 'sandbox', limit: 50 });
  });

  test('a time has its zone', () => {
    expect(parse({ from: '2026-03-01T10:00:00.123+01:00' }).data?.from).toEqual(startedAt);
    expect(parse({ to: '2026-03-01T09:00:00' }).error?.issues).toMatchObject([
      { path: ['to'], message: 'must be a time with its zone, for example 2026-03-01T09:00:00Z' },
    ]);
  });

  test.each(['running', 'waiting', 'completed', 'failed', 'stopped'])('it is of what is %s', (status) => {
    expect(parse({ status }).data?.status).toBe(status);
  });

  test.each([['0'], ['101'], ['x']])('a limit of %s is refused', (limit) => {
    expect(parse({ limit }).error?.issues).toMatchObject([
      { path: ['limit'], message: 'must be an integer from 1 to 100' },
    ]);
  });

  test('what is unknown is refused', () => {
    expect(parse({ colour: 'red' }).success).toBe(false);
    expect(parse({ event: '' }).success).toBe(false);
    expect(parse({ error_code: 'NEVER' }).success).toBe(false);
  });
});

test('making many again takes 100 at once and does it, unless told otherwise', () => {
  const environment = 'production';
  expect(retryManyBody.parse({ environment })).toEqual({ environment, limit: 100, dry_run: false });
  expect(retryManyBody.parse({ environment, limit: 1, dry_run: true })).toMatchObject({
    limit: 1,
    dry_run: true,
  });
  for (const limit of [0, 101, 1.5])
    expect(retryManyBody.safeParse({ environment, limit }).error?.issues[0]?.message).toBe(
      'must be an integer from 1 to 100',
    );
  expect(retryOneBody.parse({})).toEqual({ again: false });
});

test("the list of an endpoint's events, and its redelivery, name their bounds", () => {
  expect(webhookEventsQuery.parse({})).toEqual({ limit: 50 });
  expect(webhookEventsQuery.safeParse({ status: 'x' }).error?.issues).toMatchObject([
    { message: 'must be among pending, delivered, failed, dropped' },
  ]);
  expect(redeliverBody.safeParse({ since: 'now' }).error?.issues).toMatchObject([
    { message: 'must be a time with its zone, for example 2026-03-01T09:00:00Z' },
  ]);
  expect(redeliverBody.parse({ since: '2026-03-01T09:00:00Z' })).toEqual({
    since: new Date('2026-03-01T09:00:00Z'),
  });
});

test('the settings of an integration are flat, and its bounds are held', () => {
  const body = { channel: 'sms', provider: 'twilio' };
  expect(
    createIntegrationBody.safeParse({ ...body, settings: { a: 's', b: 1, c: true, d: null } }).success,
  ).toBe(true);
  expect(createIntegrationBody.safeParse({ ...body, settings: { a: {} } }).success).toBe(false);
  for (const wrong of [
    { per_second: 0 },
    { per_second: 10_001 },
    { priority: -1 },
    { priority: 10_001 },
    { name: '' },
  ])
    expect(updateIntegrationBody.safeParse(wrong).success).toBe(false);
  for (const fine of [
    { per_second: 0.1 },
    { per_second: 10_000 },
    { per_second: null },
    { priority: 0 },
    { name: 'n' },
  ])
    expect(updateIntegrationBody.safeParse(fine).success).toBe(true);
  expect(testIntegrationBody.safeParse({ to: '' }).success).toBe(false);
});
