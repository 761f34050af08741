import { ADMIN_ROUTES } from '../../support/admin-routes';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expectDocumented } from '../../support/openapi-schema';
import { eventually } from '../../support/eventually';
import { HttpApi } from '../../support/http-api';
import { type Stack, startStack } from '../../support/stack';
import { builtFile } from '../../support/service';

interface Served {
  openapi: string;
  servers: { url: string; description: string }[];
  paths: Record<string, Record<string, { security?: unknown[] }>>;
}

const COMMITTED = JSON.parse(
  readFileSync(path.join(__dirname, '../../../docs/openapi.json'), 'utf8'),
) as Served;

const COMMITTED_ADMIN = JSON.parse(
  readFileSync(path.join(__dirname, '../../../docs/admin-openapi.json'), 'utf8'),
) as Served;
const schemaFile = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(__dirname, '../../../docs', name), 'utf8'));

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.stop());

const withoutKey = (environment: 'production' | 'sandbox'): HttpApi =>
  new HttpApi(stack[environment].baseUrl);

describe.each(['production', 'sandbox'] as const)('%s', (environment) => {
  test('serves the committed document, with its own address first, to callers without a key', async () => {
    const { status, headers, body } = await withoutKey(environment).get<Served>('/openapi.json');
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
    });
    expect(headers.get('x-request-id')).toMatch(/\S/);
    expect(body.servers[0]).toEqual({ url: '/', description: `${environment} of this installation.` });
    expect({ ...body, servers: body.servers.slice(1) }).toEqual(COMMITTED);
  });

  test.each(['event.schema.json', 'category.schema.json'])(
    'serves the committed %s to callers without a key',
    async (file) => {
      const { status, headers, body } = await withoutKey(environment).get(`/${file}`);
      expect({ status, type: headers.get('content-type') }).toEqual({
        status: 200,
        type: 'application/schema+json; charset=utf-8',
      });
      expect(body).toEqual(schemaFile(file));
    },
  );

  test.each(['/openapi.json', '/event.schema.json', '/category.schema.json', '/docs'])(
    'REQUEST-17: %s is 304 to who has it',
    async (url) => {
      const { baseUrl } = stack[environment];
      const first = await fetch(baseUrl + url);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[A-Za-z0-9_-]+"$/);
      const text = await first.text();
      const ask = (known: string) => fetch(baseUrl + url, { headers: { 'if-none-match': known } });
      for (const known of [etag, `"other", W/${etag}`, '*']) {
        const again = await ask(known);
        expect({ known, status: again.status, etag: again.headers.get('etag') }).toEqual({
          known,
          status: 304,
          etag,
        });
        expect({ body: await again.text(), keep: again.headers.get('cache-control') }).toEqual({
          body: '',
          keep: 'public, max-age=300',
        });
      }
      const other = await ask('"other"');
      expect({ status: other.status, text: await other.text() }).toEqual({ status: 200, text });
    },
  );

  test('serves a page for people with everything it loads, under a policy that lets nothing else in', async () => {
    const { baseUrl } = stack[environment];
    const page = await fetch(`${baseUrl}/docs`);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(html).toContain(`Heliograph API, ${environment}`);
    const parts = [...html.matchAll(/(?:src|href)="(\/docs\/[^"]*)"/g)].map(([, url]) => url);
    expect(parts).toHaveLength(3);
    for (const url of parts) {
      const part = await fetch(baseUrl + url);
      const type = part.headers.get('content-type') ?? '';
      expect({ url, status: part.status, type }).toEqual({
        url,
        status: 200,
        type: url?.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      });
      expect((await part.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
  });
});

test('the addresses have GET and HEAD only', async () => {
  for (const url of ['/openapi.json', '/docs', '/event.schema.json', '/category.schema.json']) {
    const answer = await withoutKey('production').request('POST', url, {});
    expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
    });
  }
});

describe('the admin listener', () => {
  const withoutAdminKey = (): HttpApi => new HttpApi(stack.admin.baseUrl);

  test('serves its own committed document and page to callers without a key, and not that of the environments', async () => {
    const { status, body } = await withoutAdminKey().get<Served>('/admin/openapi.json');
    expect(status).toBe(200);
    expect({ ...body, servers: body.servers.slice(1) }).toEqual(COMMITTED_ADMIN);
    const page = await (await fetch(`${stack.admin.baseUrl}/admin/docs`)).text();
    expect(page).toContain('<title>Heliograph admin API</title>');
    const parts = [...page.matchAll(/(?:src|href)="(\/admin\/docs\/[^"]*)"/g)].map(([, url]) => url);
    expect(parts).toHaveLength(3);
    for (const url of parts) expect((await fetch(stack.admin.baseUrl + url)).status).toBe(200);
    const script = await (await fetch(`${stack.admin.baseUrl}/admin/docs/assets/start.js`)).text();
    expect(script).toContain("url: '/admin/openapi.json'");
    expect((await stack.admin.get('/openapi.json')).status).toBe(404);
  });

  test('asks for a key on every route of it but those that sign in', async () => {
    for (const [template, item] of Object.entries(COMMITTED_ADMIN.paths)) {
      for (const method of Object.keys(item)) {
        if (
          ADMIN_ROUTES[`${method.toUpperCase()} ${template.replaceAll(/\{(\w+)\}/g, ':$1')}`]?.[0] ===
          'anyone'
        )
          continue;
        const url = template.replaceAll(/\{\w+\}/g, 'some');
        const answer = await withoutAdminKey().request(method.toUpperCase(), url);
        expect({ method, url, status: answer.status }).toEqual({ method, url, status: 401 });
      }
    }
  });
});

test('every route of the document exists, and asks for a key where the document says so', async () => {
  for (const [template, item] of Object.entries(COMMITTED.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const url = template.replace('{channel}', 'email').replaceAll(/\{\w+\}/g, 'some');
      const answer = await fetch(stack.production.baseUrl + url, { method: method.toUpperCase() });
      const open = operation.security?.length === 0;
      expect({ method, url, status: answer.status }).toEqual({ method, url, status: open ? 200 : 401 });
      if (open) continue;
      const known = await stack.production.request(method.toUpperCase(), url);
      expect({ method, url, code: known.body.code }).not.toEqual({ method, url, code: 'ROUTE_NOT_FOUND' });
      expect({ method, url, code: known.body.code }).not.toEqual({ method, url, code: 'METHOD_NOT_ALLOWED' });
    }
  }
});

test('every method that a path has is in the document', async () => {
  for (const [template, item] of Object.entries(COMMITTED.paths)) {
    const url = template.replaceAll(/\{\w+\}/g, 'some');
    // A method that the path does not have is answered with those that it has.
    const other = ['PUT', 'DELETE'].find((method) => !(method.toLowerCase() in item)) ?? 'PATCH';
    const answer = await stack.production.request(other, url, {});
    const allowed = (answer.headers.get('allow') ?? '').split(', ').filter((method) => method !== 'HEAD');
    const documented = Object.keys(item).map((method) => method.toUpperCase());
    expect({ template, methods: allowed.sort() }).toEqual({ template, methods: documented.sort() });
  }
});

test('an answer that is not in the document is noticed', () => {
  const headers = new Headers({ 'content-type': 'application/json', 'x-request-id': 'a' });
  const body = { success: true, cancelled: 1 };
  const right = { method: 'POST', url: '/v1/cancel/welcome', status: 200, headers, body };
  expect(() => expectDocumented(right)).not.toThrow();
  for (const wrong of [
    { status: 418 },
    { status: 404 },
    { body: { ...body, more: 1 } },
    { body: { success: true } },
    { url: '/v1/cancel' },
    { headers: new Headers({ 'content-type': 'application/json' }) },
    { headers: new Headers({ 'content-type': 'text/html', 'x-request-id': 'a' }) },
    { headers: new Headers({ ...Object.fromEntries(headers), 'ratelimit-limit': 'many' }) },
  ])
    expect(() => expectDocumented({ ...right, ...wrong })).toThrow();
});

test('an answer of the API that is not in the document becomes a 500, whoever asks, and is noted', async () => {
  const noted = path.join(mkdtempSync(path.join(tmpdir(), 'answers-')), 'undocumented');
  const program = `const app = require('express')();
    app.use((request, response) => response.set('X-Request-Id', 'a').json({ success: true, cancelled: request.query.n }));
    const server = app.listen(0, '127.0.0.1', () => console.log('at ' + server.address().port + '.'));`;
  const child = spawn(process.execPath, ['--require', builtFile('documented-answers'), '-e', program], {
    env: { PATH: process.env.PATH, HELIOGRAPH_TEST_UNDOCUMENTED: noted },
  });
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const url = `http://127.0.0.1:${/at (\d+)/.exec(line.toString())?.[1]}/v1/cancel/welcome`;
    const answer = await fetch(url, { method: 'POST' });
    expect(answer.status).toBe(500);
    const { error } = (await answer.json()) as { error: string };
    expect(error).toContain('POST /v1/cancel/welcome');
    expect(error).toContain('cancelled');
    expect(readFileSync(noted, 'utf8')).toContain(error.replace('Not documented: ', ''));
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

test('with MongoDB away the documents are served, and the rest answers 503 as documented', async () => {
  const child = spawn(process.execPath, [builtFile('api')], {
    env: { PATH: process.env.PATH, ...stack.apiEnv, MONGODB_URI: 'mongodb://127.0.0.1:1/away' },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  try {
    const port = await eventually('the API to listen', () => /"production":(\d+)/.exec(output)?.[1]);
    const api = new HttpApi(`http://127.0.0.1:${port}`, stack.production.key);
    expect((await api.get('/openapi.json')).status).toBe(200);
    expect((await fetch(`${api.baseUrl}/docs`)).status).toBe(200);
    expect((await api.get('/readyz')).status).toBe(503);
    const answer = await api.post('/v1/send/welcome', { to: 'ada@example.com' });
    expect({ status: answer.status, retry: answer.headers.get('retry-after') }).toEqual({
      status: 503,
      retry: '2',
    });
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
