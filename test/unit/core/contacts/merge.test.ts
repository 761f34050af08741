import fc from 'fast-check';
import { camelCase } from '../../../../core/shared/camel-case';
import { splitName } from '../../../../core/contacts/fields';
import {
  type ContactInput,
  type ContactState,
  applyInput,
  EMPTY_CONTACT,
} from '../../../../core/contacts/input';
import { emailKey, normalizeEmail } from '../../../../core/contacts/email-address';
import { contactBody, contactChanges } from '../../../../core/contacts/shape';
import { anyText } from '../../../support/any-text';

/** Names that metadata may have, those that every object has among them. */
const key = fc.oneof(
  fc.constantFrom('plan', 'home_town', 'homeTown', 'constructor', 'toString', 'hasOwnProperty', 'prototype'),
  fc.string({ minLength: 1, maxLength: 6 }),
);
const hostileKey = fc.oneof(key, fc.constant('__proto__'));
const value = fc.jsonValue({ maxDepth: 2 });
const objectOf = (keys: fc.Arbitrary<string>): fc.Arbitrary<Record<string, unknown>> =>
  fc.array(fc.tuple(keys, value), { maxLength: 6 }).map((entries) => Object.fromEntries(entries));
const meta = objectOf(hostileKey);
/** Fields of a body that are no contact's own. */
const KNOWN = [
  ...Object.keys(contactBody.shape),
  'id',
  'externalId',
  'slack_id',
  'slackId',
  'pushToken',
  'pushTokens',
];
const unknown = objectOf(key.filter((name) => !KNOWN.includes(name) && name !== '__proto__'));

/** Own properties alone, in order of their names: what JSON shows. */
const shown = (of: unknown): string =>
  JSON.stringify(of, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
const merged = (current: Record<string, unknown>, ...inputs: ContactInput[]): Record<string, unknown> =>
  inputs.reduce<ContactState>((state, input) => applyInput(state, input), {
    ...EMPTY_CONTACT,
    meta: current,
  }).meta;
const own = (of: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(of, name) ? of[name] : undefined;

describe('metadata that is merged', () => {
  it('has every key as it was sent, and every other as it was', () => {
    fc.assert(
      fc.property(meta, meta, (current, sent) => {
        const result = merged(current, { meta: sent });
        for (const name of [...Object.keys(current), ...Object.keys(sent), ...Object.keys(result)]) {
          expect(shown(own(result, name))).toBe(shown(own(Object.hasOwn(sent, name) ? sent : current, name)));
        }
      }),
    );
  });

  it('twice is merged once, and one after the other is both at once', () => {
    fc.assert(
      fc.property(meta, meta, meta, (current, first, second) => {
        expect(shown(merged(current, { meta: first }, { meta: first }))).toBe(
          shown(merged(current, { meta: first })),
        );
        const both = { meta: { ...first, ...second } };
        expect(shown(merged(current, { meta: first }, { meta: second }))).toBe(shown(merged(current, both)));
      }),
    );
  });

  it('changes neither what it was merged from nor what other objects have', () => {
    const clean = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
    fc.assert(
      fc.property(meta, meta, (current, sent) => {
        const before = [shown(current), shown(sent)];
        const result = merged(current, { meta: sent });
        expect([shown(current), shown(sent)]).toEqual(before);
        expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
        expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(clean);
      }),
    );
  });
});

describe('a body with unknown fields', () => {
  it('keeps `meta` as sent and has each unknown field under its camelCase name where `meta` has none', () => {
    fc.assert(
      fc.property(objectOf(key), unknown, (sent, extra) => {
        const result = contactChanges.parse({ ...extra, meta: sent }).meta ?? {};
        for (const name of Object.keys(sent)) expect(shown(own(result, name))).toBe(shown(sent[name]));
        for (const name of Object.keys(extra)) expect(Object.hasOwn(result, camelCase(name))).toBe(true);
        const allowed = [...Object.keys(sent), ...Object.keys(extra).map(camelCase)];
        expect(Object.keys(result).filter((name) => !allowed.includes(name))).toEqual([]);
      }),
    );
  });

  it('loses no value: each unknown field whose name nobody else takes is there', () => {
    fc.assert(
      fc.property(unknown, (extra) => {
        const names = Object.keys(extra).map(camelCase);
        fc.pre(new Set(names).size === names.length);
        const result = contactChanges.parse(extra).meta ?? {};
        for (const name of Object.keys(extra))
          expect(shown(own(result, camelCase(name)))).toBe(shown(extra[name]));
      }),
    );
  });
});

describe('camelCase', () => {
  const name = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'B', '1', '_', '-', 'ä', 'ß', 'ж', '\u{1d5ba}') }),
    anyText(),
    hostileKey,
  );

  it('once converted stays as it is', () => {
    fc.assert(fc.property(name, (text) => expect(camelCase(camelCase(text))).toBe(camelCase(text))));
  });

  it('takes away nothing but underscores, and changes nothing but case', () => {
    const letters = (text: string): string => text.replaceAll('_', '').toUpperCase();
    fc.assert(fc.property(name, (text) => expect(letters(camelCase(text))).toBe(letters(text))));
  });

  it('leaves no underscore between two letters', () => {
    fc.assert(
      fc.property(name, (text) => expect(camelCase(text)).not.toMatch(/[\p{L}\p{N}]_+[\p{L}\p{N}]/u)),
    );
  });
});

describe('a name', () => {
  const word = fc.string({ minLength: 1 }).filter((text) => !/\s/.test(text));
  const space = fc.string({
    unit: fc.constantFrom(' ', '\t', '\u00a0', '\u2003'),
    minLength: 1,
    maxLength: 3,
  });

  it('is split at its first space: put together again it is the same words', () => {
    fc.assert(
      fc.property(fc.array(word), space, (words, between) => {
        const { firstName, lastName } = splitName(`${between}${words.join(between)}${between}`);
        expect(firstName).toBe(words[0] ?? null);
        expect(lastName).toBe(words.length > 1 ? words.slice(1).join(' ') : null);
        const joined = [firstName, lastName].filter((part) => part !== null).join(' ');
        expect(splitName(joined)).toEqual({ firstName, lastName });
      }),
    );
  });
});

describe('an e-mail address', () => {
  const label = fc.string({
    unit: fc.constantFrom('a', 'B', 'z', '0', 'É', 'ü'),
    minLength: 2,
    maxLength: 8,
  });
  const local = fc.string({ unit: fc.constantFrom('a', 'Z', '5', '.', '+', '_', '-', "'"), minLength: 1 });
  const address = fc
    .tuple(local, label, fc.constantFrom('org', 'COM', 'co.uk'))
    .map(([user, host, top]) => `${user}@${host}.${top}`);

  it('has one form, whatever its case', () => {
    fc.assert(
      fc.property(address, (text) => {
        const form = normalizeEmail(text);
        expect(normalizeEmail(text.toUpperCase())).toBe(form);
        expect(normalizeEmail(text.toLowerCase())).toBe(form);
        if (form === null) return;
        expect(normalizeEmail(form)).toBe(form);
        expect(form.toLowerCase()).toBe(form);
        expect(form.slice(0, form.indexOf('@'))).toBe(text.slice(0, text.indexOf('@')).toLowerCase());
      }),
    );
  });

  it('is an address where its parts are plain, and is never made one by what stands around it', () => {
    const plain = fc.stringMatching(/^[A-Za-z0-9]{1,20}$/);
    fc.assert(
      fc.property(
        plain,
        plain,
        fc.constantFrom(' ', '\n', ',', ';', '<', '>', '"', '\0', '@'),
        (user, host, around) => {
          const text = `${user}@${host}.org`;
          expect(normalizeEmail(text)).toBe(text.toLowerCase());
          expect(normalizeEmail(`${around}${text}`)).toBeNull();
          expect(normalizeEmail(`${text}${around}`)).toBeNull();
        },
      ),
    );
  });

  it('finds the same contact in each of its spellings', () => {
    fc.assert(
      fc.property(address, (text) => {
        fc.pre(normalizeEmail(text) !== null);
        const [one, other] = [text, text.toUpperCase()].map((email) => contactChanges.parse({ email }).email);
        expect(emailKey(String(one))).toBe(emailKey(String(other)));
      }),
    );
  });
});
