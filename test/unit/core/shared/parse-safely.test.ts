import { z } from 'zod';
import { readJson } from '../../../../channels/http/json';
import { reservedIn } from '../../../../core/contacts/reserved-metadata';
import { parseEventFile } from '../../../../rendering/event-files';
import { check } from '../../../../core/shared/schemas/check';
import { contactChanges, contactInput } from '../../../../core/contacts/shape';
import { pushTokenBody } from '../../../../core/schemas/contact';
import { line } from '../../../../core/shared/schemas/fields';
import { sendBody } from '../../../../core/schemas/send';
import { createWebhookBody } from '../../../../core/schemas/webhook';
import { parseSafely } from '../../../../core/shared/parse-safely';

/** Lengths that cannot be compared with a number, and one that can, of what is no text. */
const ODD: object[] = [{ length: { toString: 0 } }, { length: { valueOf: 1, toString: 1 } }, { length: 300 }];

describe.each(ODD)('an object with the length of a text: %j', (odd) => {
  it.each([
    ['overrides.email.subject', sendBody, { to: 'u-1', overrides: { email: { subject: odd } } }],
    ['overrides.email.cc[0]', sendBody, { to: 'u-1', overrides: { email: { cc: [odd] } } }],
    ['send_at', sendBody, { to: 'u-1', send_at: odd, payload: { kept: odd } }],
    ['language', sendBody, { to: 'u-1', language: odd }],
    ['name', contactInput, { email: 'ada@example.com', name: odd }],
    ['email', contactInput, { email: odd }],
    ['push_tokens', contactChanges, { push_tokens: odd }],
    ['meta.discord', contactChanges, { meta: { discord: odd } }],
    ['token', pushTokenBody, { token: odd }],
    ['url', createWebhookBody, { url: odd }],
  ])('is refused as %s', (field, schema, body) => {
    expect(check<z.ZodType>(schema, body)).toMatchObject({ ok: false, field });
  });

  it('is refused as a field of an event file, with its line', () => {
    const source = `name: order.paid\ndescription: ${JSON.stringify(odd)}\n`;
    const read = parseEventFile('e.yaml', source);
    expect(read).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([expect.objectContaining({ line: 2 })]),
    });
  });

  it('is no answer of a provider, and no metadata that the service reads', () => {
    expect(readJson(z.object({ id: z.string().max(5) }), JSON.stringify({ id: odd }))).toBeNull();
    expect(reservedIn({ language: odd }, 'language')).toBeNull();
  });

  it('is data like any other in a payload', () => {
    expect(check(sendBody, { to: 'u-1', payload: { odd } })).toMatchObject({
      ok: true,
      data: { payload: { odd } },
    });
  });
});

it('an error of a schema itself is not hidden', () => {
  const broken = z.string().transform(() => {
    throw new Error('broken');
  });
  expect(() => parseSafely(broken, 'x')).toThrow('broken');
  expect(parseSafely(line(3), 'four').success).toBe(false);
});
