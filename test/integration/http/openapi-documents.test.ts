import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { PUBLIC_CODES } from '../../../core/shared/error-codes';
import { contactQuery } from '../../../core/schemas/contact';
import { WEBHOOK_EVENT_TYPES } from '../../../core/webhooks/event';
import { newSigningSecret, signWebhook } from '../../../core/webhooks/signature';
import { adminOpenApiFile, madeFiles, openApiFile } from '../../../tools/scripts/openapi';
import { ADMIN_ROUTES } from '../../support/admin-routes';
import { adminDocument, document, problemsAt } from '../../support/openapi-schema';

const ROOT = path.join(__dirname, '../../..');
const FILE = path.join(ROOT, 'docs/openapi.json');

async function problemsOf(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
      // Health and the document itself refuse nobody.
      'operation-4xx-response': 'off',
      // What any path and method may answer has no operation of its own to be in.
      'no-unused-components': 'off',
    },
  });
  const problems = await lintFromString({ source, absoluteRef: FILE, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
}

test.each(Object.entries(madeFiles()))('%s is what `npm run openapi` writes', (name, text) => {
  expect(readFileSync(path.join(ROOT, name), 'utf8')).toBe(text);
});

describe('docs/openapi.json', () => {
  it('is valid OpenAPI 3.1, and every example in it fits its schema', async () => {
    expect(await problemsOf(openApiFile())).toEqual([]);
  });

  it('has every code that a caller can meet, each in some answer', () => {
    const text = JSON.stringify([document.paths, document.components]);
    for (const code of PUBLIC_CODES) expect(text).toContain(`"${code}":{"value"`);
  });

  it('WEBHOOK-37: has headers of webhooks that fit the signatures of one secret and of ten', () => {
    const parameters = document.webhooks['delivery.sent']?.post.parameters ?? [];
    const { pattern = 'none' } = parameters.find(({ name }) => name === 'X-Service-Signature')?.schema ?? {};
    const facts = {
      secret: newSigningSecret(),
      body: '{}',
      timestamp: 1,
      eventId: 'e',
      attemptId: 'a',
      brand: 'Service',
    };
    for (const length of [0, 9]) {
      const headers = signWebhook({ ...facts, previousSecrets: Array.from({ length }, newSigningSecret) });
      expect(headers['X-Service-Signature']).toMatch(new RegExp(pattern));
    }
  });

  it('has every webhook event', () => {
    expect(Object.keys((JSON.parse(openApiFile()) as { webhooks: object }).webhooks)).toEqual([
      ...WEBHOOK_EVENT_TYPES,
    ]);
  });

  it('says of each operation what it answers, with an example of each body', () => {
    const operations = Object.entries(document.paths).flatMap(([url, item]) =>
      Object.entries(item).map(([method, operation]) => ({ name: `${method} ${url}`, operation })),
    );
    expect(operations.length).toBeGreaterThanOrEqual(19);
    for (const { name, operation } of operations) {
      const { requestBody, responses } = operation;
      for (const { content } of [requestBody, ...Object.values(responses)].filter((one) => one?.content) as {
        content: Record<string, { examples?: object }>;
      }[]) {
        const [body] = Object.values(content);
        if (/openapi.json|docs$/.test(name)) continue;
        expect({ name, examples: Object.keys(body?.examples ?? {}) }).toEqual({
          name,
          examples: expect.arrayContaining([expect.any(String)]),
        });
      }
    }
  });
});

describe('docs/admin-openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(await problemsOf(adminOpenApiFile())).toEqual([]);
  });

  it('has each admin route, with the role that it needs', () => {
    const documented = Object.entries(adminDocument.paths).flatMap(([url, item]) =>
      Object.entries(item).map(([method, { description = '' }]) => [
        `${method.toUpperCase()} ${url.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        description.endsWith('Needs no key.') ? 'anyone' : /Needs the role (\w+)\.$/.exec(description)?.[1],
      ]),
    );
    const routes = Object.entries(ADMIN_ROUTES).map(([route, [role]]) => [route, role]);
    expect(documented.sort()).toEqual(routes.sort());
  });
});

describe('what generators make of the document:', () => {
  /** All of the values that stand under a key, anywhere in `value`. */
  const under = (key: string, value: unknown): unknown[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, one]): unknown[] => [
          ...(name === key ? [one] : []),
          ...under(key, one),
        ]);
  /** A part of the document with the components that it leads to. */
  const whole = (part: unknown, seen = new Set<string>()): unknown[] => [
    part,
    ...under('$ref', part).flatMap((ref) => {
      const [, , kind = '', name = ''] = String(ref).split('/');
      if (seen.has(String(ref))) return [];
      seen.add(String(ref));
      return whole((document.components as Record<string, Record<string, unknown>>)[kind]?.[name], seen);
    }),
  ];
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

  it('answers and webhooks may get new fields', () => {
    const received = [operations.map(({ responses }) => responses), document.webhooks];
    expect(under('additionalProperties', whole(received))).not.toContain(false);
    // What a request may not have is said.
    expect(under('additionalProperties', whole(operations))).toContain(false);
  });

  it('an error is one type, and each response says which codes it has', () => {
    const errors = operations.flatMap(({ responses }) =>
      Object.entries(responses).filter(([status]) => /^[45]/.test(status) && status !== '503'),
    );
    expect(errors.length).toBeGreaterThan(100);
    for (const [, response] of errors) expect(Object.keys(response)).toEqual(['$ref']);
    const { responses } = document.components as unknown as {
      responses: Record<string, { content: { 'application/json': { schema: object; examples: object } } }>;
    };
    for (const { content } of Object.values(responses)) {
      const { schema, examples } = content['application/json'];
      expect(schema).toMatchObject({
        $ref: '#/components/schemas/Error',
        properties: { code: { enum: Object.keys(examples) } },
      });
    }
  });

  const schemas = (): [string, Record<string, unknown>][] => Object.entries(document.components.schemas);

  it('the answer to a send is one of three types, which its status tells apart', () => {
    expect(document.components.schemas.SendAnswer).toMatchObject({
      discriminator: {
        propertyName: 'status',
        mapping: { accepted: '#/components/schemas/Accepted', processed: '#/components/schemas/BulkAnswer' },
      },
      oneOf: ['Accepted', 'BulkAnswer', 'Notification'].map((name) => ({
        $ref: `#/components/schemas/${name}`,
      })),
    });
  });

  it('no schema has what generators of Go, Java, PHP or Python stop at', () => {
    const wrong = schemas().flatMap(([name, schema]) => {
      // All of them read a reference that may be null.
      const nullables = under('oneOf', schema).filter((of) => Array.isArray(of) && of.length === 2);
      const nulls = under('type', schema).filter((type) => type === 'null').length;
      const mixed = under('type', schema).filter(
        (type) => Array.isArray(type) && (type.length > 2 || type[1] !== 'null'),
      );
      const found = [...mixed, ...under('const', schema), ...under('anyOf', schema)];
      return found.length > 0 || nulls > nullables.length ? [name] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('no field has a second name', () => {
    for (const name of ['RecipientObject', 'ContactRequest', 'ContactChanges']) {
      const { properties = {} } = document.components.schemas[name] as { properties?: object };
      expect(Object.keys(properties).filter((key) => /[A-Z]|^id$|^slack_id$/.test(key))).toEqual([]);
    }
  });
});

describe('a document that is not right is found out:', () => {
  /** With one operation of all, so that each is read in a tenth of the time. */
  const url = '/v1/cancel/{event}';
  const small = JSON.stringify({ ...document, paths: { [url]: document.paths[url] }, webhooks: {} }, null, 2);

  it('not one that is', async () => expect(await problemsOf(small)).toEqual([]));

  it.each([
    ['a reference to nothing', '"#/components/schemas/Recipient"', '"#/components/schemas/Nothing"'],
    ['an example that does not fit', '"cancelled": 1', '"cancelled": "one"'],
    ['a parameter that is not declared', '"/v1/cancel/{event}"', '"/v1/cancel/{other}"'],
    ['no OpenAPI at all', '"paths"', '"path"'],
  ])('one with %s', async (_, right, wrong) => {
    expect(small).toContain(right);
    expect(await problemsOf(small.replace(right, wrong))).not.toEqual([]);
  });
});

describe('the query of the list of contacts', () => {
  // The service reads the query as text; the document says what the text means.
  const { parameters } = document.paths['/v1/contacts']?.get as unknown as {
    parameters: { name?: string }[];
  };

  const documented = (name: string, value: unknown): boolean => {
    const index = parameters.findIndex((parameter) => parameter.name === name);
    return problemsAt(`/paths/~1v1~1contacts/get/parameters/${index}/schema`, value).length === 0;
  };

  it.each([
    ['limit', 1],
    ['limit', 100],
    ['limit', 0],
    ['limit', 101],
    ['limit', 1.5],
    ['offset', 0],
    ['offset', 10_000],
    ['offset', 10_001],
    ['offset', -1],
    ['search', ''],
    ['search', 'x'.repeat(255)],
    ['search', 'x'.repeat(256)],
  ] as const)('the document agrees with the service on %s=%s', (name, value) => {
    const accepted = contactQuery.safeParse({ [name]: String(value) }).success;
    expect({ name, value, accepted: documented(name, value) }).toEqual({ name, value, accepted });
  });

  it('the document has every parameter that the service reads, with its default', () => {
    const named = parameters.flatMap(({ name }) => name ?? []);
    expect(named).toEqual(expect.arrayContaining(Object.keys(contactQuery.shape)));
    expect(contactQuery.parse({})).toEqual({ limit: 50, offset: 0, search: '' });
  });
});
