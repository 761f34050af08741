import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020, { type ErrorObject } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

type Json = Record<string, unknown>;
type Parameter = { name: string; schema: { pattern?: string } };
type Operation = {
  description?: string;
  responses: Record<string, Json>;
  requestBody?: Json;
  parameters?: Parameter[];
};

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Json> };
}
/** Reads a committed document, which another test holds to the schemas of the routes. All tests run in the root folder. */
const committed = (name: string): Document =>
  JSON.parse(readFileSync(path.resolve('docs', name), 'utf8')) as Document;

export const document = committed('openapi.json');
export const adminDocument = committed('admin-openapi.json');

/** Formats that only words describe; what they mean is the service's to check. */
const OWN_FORMATS = { e164: true, 'bcp-47': true, timezone: true, mailbox: true } as const;

/** The document with every object closed: our answers have no field that it does not name, though callers must take one. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]));
  const isOpen = inner.type === 'object' && 'properties' in inner && !('additionalProperties' in inner);
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}

// Another test says whether the documents are valid.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, formats: OWN_FORMATS });
addFormats(ajv);
ajv.addSchema(closed(document) as Json, 'openapi.json');
ajv.addSchema(closed(adminDocument) as Json, 'admin-openapi.json');

/** What a JSON pointer of a document leads to. */
function at(pointer: string, within: Document): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (value as Json | undefined)?.[part], within);
}

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** What is wrong with a value by the schema at a pointer of the document; empty where nothing is. */
export function problemsAt(pointer: string, value: unknown, within = document): ErrorObject[] {
  const validate = ajv.getSchema(
    `${within === document ? 'openapi.json' : 'admin-openapi.json'}#${pointer.replaceAll('%', '%25').replaceAll('{', '%7B').replaceAll('}', '%7D')}`,
  );
  if (!validate) throw new Error(`the document has no schema at ${pointer}`);
  return validate(value) === true ? [] : (validate.errors ?? []);
}

/** What is wrong with a value by a schema of `components`. */
export const problemsOf = (component: string, value: unknown): ErrorObject[] =>
  problemsAt(`/components/schemas/${component}`, value);

/** The pointer of the path that a request met: `/v1/send/welcome` is one of `/v1/send/{event}`. */
function templateOf(path: string, { paths }: Document): string | undefined {
  // A slash at the end changes nothing.
  const parts = path.replace(/\/$/, '').split('/');
  return Object.keys(paths).find((template) => {
    const names = template.split('/');
    return (
      names.length === parts.length &&
      names.every((name, index) => name.startsWith('{') || name === parts[index])
    );
  });
}

export interface AnsweredRequest {
  method: string;
  /** Path and query. */
  url: string;
  status: number;
  headers: Headers;
  body: unknown;
}

/** Fails unless the document of its listener has the answer: its status, its headers and its body. */
export function expectDocumented(answer: AnsweredRequest): void {
  const { method, url, status, headers, body } = answer;
  const within = url.startsWith('/admin/') ? adminDocument : document;
  const told = `${method} ${url} answered ${status}: ${JSON.stringify(body)}`;
  const place = placeOf(answer, within);
  const response =
    place && (at(place, within) as { headers?: Record<string, { $ref: string }>; content: Json });
  if (!place || !response) throw new Error(`this is not in the document: ${told}`);
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (!(type in response.content)) throw new Error(`the document does not have ${type} for this: ${told}`);
  const problems = problemsAt(`${place}/content/${escaped(type)}/schema`, body, within);
  if (problems.length > 0) throw new Error(`${told}\n${JSON.stringify(problems, null, 2)}`);
  for (const [name, { $ref }] of Object.entries(response.headers ?? {})) {
    const header = at($ref.slice(1), within) as { required?: boolean; schema: { type: string } };
    const value = headers.get(name);
    if (value === null && header.required !== true) continue;
    const read = value !== null && header.schema.type === 'integer' ? Number(value) : value;
    const wrong = problemsAt(`${$ref.slice(1)}/schema`, read, within);
    if (wrong.length > 0) throw new Error(`${name} is ${value}: ${told}\n${JSON.stringify(wrong)}`);
  }
}

/** The pointer of the response that an answer must be. */
function placeOf(answer: AnsweredRequest, within: Document): string | undefined {
  const { method, url, status } = answer;
  const template = templateOf(url.split('?')[0] ?? '', within);
  const operation = template && within.paths[template]?.[method.toLowerCase()];
  const shared = status === 404 ? 'RouteNotFound' : status === 405 ? 'MethodNotAllowed' : undefined;
  // Probes refuse nobody. What is checked before a path is looked at may be answered to any.
  const isRefusedBefore = status === 400 && within === document && !template?.startsWith('/v1');
  if (!operation || isRefusedBefore) {
    // These have nothing else.
    if (within === adminDocument)
      return placeOf({ ...answer, method: 'GET', url: '/admin/v1/audit' }, within);
    return shared
      ? `/components/responses/${shared}`
      : placeOf({ ...answer, method: 'GET', url: '/v1/notifications/any' }, within);
  }
  // A range stands for the statuses that are not named (OpenAPI 3.1, Responses Object).
  const key = [`${status}`, `${`${status}`[0]}XX`].find((one) => one in operation.responses);
  const response = key && (operation.responses[key] as { $ref?: string } | undefined);
  if (!response) return undefined;
  return response.$ref?.slice(1) ?? `/paths/${escaped(template)}/${method.toLowerCase()}/responses/${key}`;
}
