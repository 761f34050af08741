import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createKeyBody } from '../../../../../core/schemas/admin';
import { createAdminKeyBody } from '../../../../../core/schemas/admin-keys';
import { auditQuery } from '../../../../../core/schemas/audit';
import { check } from '../../../../../core/shared/schemas/check';
import { explainQuery } from '../../../../../core/schemas/explain';
import { notificationsQuery, retryManyBody } from '../../../../../core/schemas/operators';
import { sendBody } from '../../../../../core/schemas/send';
import { statisticsQuery, usageQuery } from '../../../../../core/schemas/statistics';
import { isRequestTime } from '../../../../../core/shared/schemas/times';
import { redeliverBody } from '../../../../../core/schemas/webhook-events';

const key = { environment: 'production', name: 'ci', role: 'viewer' };
const [{ name, role }, { environment }] = [key, key];
const FIELDS: [field: string, schema: z.ZodType, others: object][] = [
  ['expires_at', createKeyBody, { environment }],
  ['expires_at', createAdminKeyBody, { name, role }],
  ['from', auditQuery, {}],
  ['to', auditQuery, {}],
  ['from', explainQuery, { who: 'a' }],
  ['to', explainQuery, { who: 'a' }],
  ['from', notificationsQuery, { environment }],
  ['to', notificationsQuery, { environment }],
  ['from', retryManyBody, { environment }],
  ['to', retryManyBody, { environment }],
  ['from', statisticsQuery, {}],
  ['to', statisticsQuery, {}],
  ['since', redeliverBody, {}],
  ['until', redeliverBody, { since: '2026-03-01T09:00:00Z' }],
  ['send_at', sendBody, { to: 'ada' }],
];

describe('a time in a request', () => {
  test.each(FIELDS)('%s is in the years 2000 to 2099 (ERROR-7)', (field, schema, others) => {
    for (const time of ['2099-12-31T23:59:59Z', '2099-03-01T09:00:00.123+14:00'])
      expect(check(schema, { ...others, [field]: time })).toMatchObject({ ok: true });
    for (const time of ['0001-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '2100-01-01T00:00:00-12:00'])
      expect(check(schema, { ...others, [field]: time })).toEqual({
        ...{ ok: false, field, message: `${field} must be in the years 2000 to 2099.` },
      });
    for (const time of ['2026-03-01', '2026-02-30T09:00:00Z', '+012026-03-01T09:00:00Z', 'soon', ''])
      expect(check(schema, { ...others, [field]: time })).toMatchObject({ ok: false, field });
  });

  test('a month too (ERROR-7)', () => {
    expect(check(usageQuery, { month: '2000-01' })).toMatchObject({ ok: true });
    for (const month of ['0001-01', '1999-12', '2100-01', '2026-13'])
      expect(check(usageQuery, { month })).toMatchObject({ ok: false, field: 'month' });
  });

  test('the document of the API has the same bounds', () => {
    const { pattern } = z.toJSONSchema(sendBody.shape.send_at, { io: 'input' });
    const isTime = (text: string): boolean => new RegExp(String(pattern), 'u').test(text);
    expect(['2026-03-01T09:00:00Z', '1999-03-01T09:00:00Z'].map(isTime)).toEqual([true, false]);
  });

  test('no other schema reads times', () => {
    const folder = join(__dirname, '../../../../../core');
    const reading = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .filter((file) => /z\.iso|coerce\.date|z\.date\(/.test(readFileSync(join(folder, file), 'utf8')));
    expect(reading).toEqual(['shared/schemas/times.ts']);
  });
});

test('a time of a cursor has the same bounds', () => {
  const times = ['1999-12-31T23:59:59.999Z', '2000-01-01', '2099-12-31T23:59:59.999Z', '2100-01-01'];
  expect(times.map((time) => isRequestTime(Date.parse(time)))).toEqual([false, true, true, false]);
});
