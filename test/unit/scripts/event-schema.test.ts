import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import fc from 'fast-check';
import { parse } from 'yaml';
import { parseEventFile } from '../../../rendering/event-files';
import { categorySchemaFile, eventSchemaFile } from '../../../tools/scripts/event-schema';
import { REFUSED_BY_EDITORS, RICH_FILE } from '../../support/event-files';
import { heliograph } from '../cli/admin-stub';
import { rounds } from '../../support/property-runs';

const ROOT = path.join(__dirname, '../../..');
const FILE = path.join(ROOT, 'docs/event.schema.json');
const EXAMPLES = path.join(ROOT, 'examples/events');

// Strict: a keyword or format that draft 7 does not know is an error.
const validate = new Ajv({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allErrors: true,
}).compile(JSON.parse(eventSchemaFile()) as object);
const problemsOf = (value: unknown) => (validate(value) ? [] : (validate.errors ?? []));

const read = (file: string): string => readFileSync(file, 'utf8');
/** Layouts and partials that examples in the docs use. */
const PARTS = [
  'layouts/base.mjml',
  'layouts/base.txt',
  'partials/button.mjml',
  'partials/footer.txt',
  'translations/en.yaml',
].map((name) => ({ name, content: read(path.join(ROOT, 'examples/shop', name)) }));
const examples = readdirSync(EXAMPLES).map((name) => ({ name, source: read(path.join(EXAMPLES, name)) }));
const blocks = readdirSync(path.join(ROOT, 'docs'), { encoding: 'utf8', recursive: true })
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) =>
    [...read(path.join(ROOT, 'docs', name)).matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, source = '']) => ({
      name: `${name}: ${/^name: (.*)$/m.exec(source)?.[1]}`,
      // The reader of the tutorial writes this sequence.
      source: source.replace('code: invoice-due', 'code: trial-ending'),
    })),
  )
  .filter(({ source }) => /^(?:templates|sequence):/m.test(source));

describe('docs/event.schema.json', () => {
  it('is what `npm run event-schema` writes', () => expect(read(FILE)).toBe(eventSchemaFile()));

  it('stands next to that of the files of categories', async () => {
    expect(read(path.join(ROOT, 'docs/category.schema.json'))).toBe(categorySchemaFile());
    expect((await heliograph(['events', 'schema', '--categories'])).stdout).toBe(categorySchemaFile());
  });

  it('is what `heliograph events schema` prints, which needs no service', async () => {
    expect(await heliograph(['events', 'schema'])).toEqual({
      code: 0,
      stdout: eventSchemaFile(),
      stderr: '',
    });
  });

  it('has a description for every field, but for those that speak for themselves', () => {
    const without: string[] = [];
    const walk = (at: unknown, name: string): void => {
      if (typeof at !== 'object' || at === null) return;
      const { properties } = at as { properties?: Record<string, { description?: string }> };
      for (const [key, field] of Object.entries(properties ?? {}))
        // Without `type` it is a part of a rule, such as "bulk is true".
        if ('type' in at && typeof at.type === 'string' && field.description === undefined)
          without.push(`${name}.${key}`);
      for (const [key, inner] of Object.entries(at)) walk(inner, `${name}.${key}`);
    };
    walk(JSON.parse(eventSchemaFile()), '');
    expect(without.map((one) => one.split('.').at(-1))).toEqual(['not']);
  });
});

describe('under the schema is valid', () => {
  it.each([...examples, ...blocks, { name: 'a file with everything', source: RICH_FILE }])(
    '$name',
    ({ source }) => {
      expect(parseEventFile('example.yaml', source, undefined, PARTS)).toMatchObject({ ok: true });
      expect(problemsOf(parse(source))).toEqual([]);
    },
  );

  it('more than the examples: the documentation has whole files too, each with its name', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(8);
    for (const { source } of blocks)
      expect(parseEventFile('example.yaml', source, undefined, PARTS)).toMatchObject({
        event: { name: /^name: (.*)$/m.exec(source)?.[1] },
      });
  });
});

it.each(examples)('$name tells editors where its schema is', ({ source }) => {
  const [, place = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(source) ?? [];
  expect(path.join(EXAMPLES, place)).toBe(FILE);
  expect(existsSync(path.join(EXAMPLES, place))).toBe(true);
});

describe('the schema refuses, as a push does,', () => {
  it.each(REFUSED_BY_EDITORS)('%s', (_what, source) => {
    expect(parseEventFile('bad.yaml', source)).toMatchObject({ ok: false });
    expect(problemsOf(parse(source))).not.toEqual([]);
  });
});

describe('what a push accepts is valid under the schema', () => {
  /** Whole files, of which each sample changes a place or two. */
  const files = [
    ...examples.map(({ source }) => source),
    ...blocks.map(({ source }) => source),
    RICH_FILE,
  ].map((source) => parse(source) as unknown);
  const texts = [
    ...[
      '',
      ' ',
      'x',
      'A.b-c_2',
      'email',
      'sms',
      'fax',
      'EN',
      'pt_BR',
      'xx',
      '0s',
      '500ms',
      '1h30m',
      '31d',
      '30d',
    ],
    ...[
      '09:00',
      '24:00',
      'UTC',
      'Mars',
      'mon',
      'high',
      'delivered',
      'payload.plan',
      'contact.meta.tier',
      'send-1',
    ],
    ...[
      'Ada <a@example.com>',
      'a@example.com',
      'https://a.example',
      'http://a',
      '111222333444555666',
      'trial-ending',
    ],
    ...['html', 'at_most_once', '{{x}}', '\u0085 <a@b>', '😀'.repeat(600), 'ü'],
  ];
  const keys = [
    ...[
      'name',
      'channels',
      'language',
      'from',
      'bulk',
      'unsubscribe_url',
      'priority',
      'quiet_hours',
      'templates',
    ],
    ...[
      'sequence',
      'step_templates',
      'send',
      'wait',
      'if',
      'then',
      'else',
      'end',
      'code',
      'fallback',
      'to',
      'within',
    ],
    ...[
      'is',
      'in',
      'exists',
      'at_least',
      'not',
      'text',
      'html',
      'mjml',
      'title',
      'badge',
      'blocks',
      'sv',
      'PT-br',
    ],
  ];
  const scalar = fc.oneof(
    fc.constantFrom(...texts),
    fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 1.5, 1e300),
    fc.string(),
  );
  const value = fc.oneof(
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...keys), scalar, { maxKeys: 3 }) },
  );
  const change = fc.record({
    /** Which place, as a part of all that there are. */
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    kind: fc.constantFrom('replace', 'remove', 'add', 'copy'),
    key: fc.constantFrom(...keys),
    value,
  });

  type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
  type Container = Record<string, unknown> | unknown[];
  const isContainer = (given: unknown): given is Container => typeof given === 'object' && given !== null;
  const placesOf = (given: unknown): [Container, string][] =>
    isContainer(given)
      ? Object.keys(given).flatMap((key): [Container, string][] => [
          [given, key],
          ...placesOf((given as Record<string, unknown>)[key]),
        ])
      : [];

  function changed(file: unknown, { at, kind, key, value: given }: Change): void {
    const places = placesOf(file);
    const place = places[Math.floor(at * places.length)];
    if (!place) return;
    const [container, name] = place as [Record<string, unknown>, string];
    const inner = container[name];
    if (kind === 'replace') container[name] = given;
    else if (kind === 'add' && isContainer(inner) && !Array.isArray(inner)) inner[key] = given;
    else if (kind === 'copy' && Array.isArray(container)) container.push(structuredClone(inner));
    else if (Array.isArray(container)) container.splice(Number(name), 1);
    else delete container[name];
  }

  it('whatever is changed in a file', () => {
    const seen = { accepted: 0, refused: 0, refusedByBoth: 0 };
    fc.assert(
      fc.property(
        fc.nat(files.length - 1),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        (which, changes) => {
          const file = structuredClone(files[which]);
          for (const one of changes) changed(file, one);
          // JSON is YAML, and read in less time than what `stringify` writes.
          const { ok } = parseEventFile('example.yaml', JSON.stringify(file));
          const problems = problemsOf(file);
          seen[ok ? 'accepted' : 'refused'] += 1;
          if (!ok && problems.length > 0) seen.refusedByBoth += 1;
          return !ok || problems.length === 0;
        },
      ),
      rounds(2),
    );
    // Both happen often, or the property would say little.
    expect(seen.accepted).toBeGreaterThan(20);
    expect(seen.refusedByBoth).toBeGreaterThan(20);
  });
});
