import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderDefinition, ProviderTools } from '../../../channels/definition';
import { createGuardedHttp } from '../../../channels/http/guarded-http';
import { createProviderHttp } from '../../../channels/http/provider-http';
import type { CheckResult, OutboundMessage, Provider, SendResult } from '../../../channels/provider';
import type { Channel } from '../../../core/channels';
import { LOCALHOST } from '../certificates';
import type { Expected } from './outcomes';
import { keepsTheRules, secretsOf } from './provider-rules';

export type Settings = Record<string, unknown>;

/** A vendor on this machine: `ApiServer`, or another protocol's. */
export interface VendorServer {
  url: string;
  requests: readonly { headers: IncomingHttpHeaders }[];
  /** What requests had wrong. */
  violations: readonly string[];
  /** Replies to the next requests. */
  next: { push(...replies: ('hang' | AbortController)[]): unknown };
  close(): Promise<void>;
}
export type ReplyOf<Server extends VendorServer> = Parameters<Server['next']['push']>[number];

/** What the kit has to know of a provider, and its tables. A test of its own is only what no table says. */
export interface ProviderSpec<Server extends VendorServer> {
  start(): Promise<Server>;
  /** Of an account that works. */
  settings(server: Server): Settings;
  message(server: Server): OutboundMessage;
  /** The vendor's answer, and what becomes of the message; `gone: true` is the message's device. */
  answers: readonly (readonly [what: string, reply: ReplyOf<Server>, result: Expected])[];
  /** Messages that are refused before the vendor is called. */
  impossible: readonly (readonly [what: string, message: OutboundMessage, result: Expected])[];
  /** The check of an account: other settings, or the vendor's answer, and what it says. None: it has no check. */
  checks: readonly (readonly [
    what: string,
    how: { settings?: Settings; reply?: ReplyOf<Server> },
    result: unknown,
  ])[];
  /** A refusal in the vendor's own form, with these words. */
  says(words: string): ReplyOf<Server>;
  /** The vendor answers reasons of a list and repeats nothing of a request. */
  wordless?: true;
  /** Changes of the settings that are refused, and the field at fault. */
  wrongSettings: readonly (readonly [changes: Settings, field: string])[];
  /** Settings beside those of the account where nobody sets them. */
  defaults?: Settings;
  /** A message that was handed over and has no answer. @default UNKNOWN for both */
  lost?: { broken: Expected; unanswered: Expected };
  /** JSON of success that breaks off in the middle; null: the protocol has no such answer. */
  cutOff: Expected | null;
  /** Where nobody listens. @default a `base_url` */
  nowhere?: { settings?: Settings; message?: OutboundMessage };
  /** How the server breaks a connection. @default reset, half-close */
  breaks?: readonly string[];
  /** Makes the calls that come before the first message. */
  prepare?(opened: Opened): Promise<unknown>;
  /** Requests that carried a message. @default all */
  sends?(server: Server): readonly unknown[];
  /** What no result may show, besides the secret settings and the credentials of requests. */
  secrets?(server: Server): readonly string[];
  /** Opens it in place of its definition. */
  open?(settings: Settings, server: Server, answerTimeoutMs: number): Provider;
}

/** A provider as an integration opens it. */
export interface Opened {
  name: string;
  send(message?: OutboundMessage, signal?: AbortSignal): Promise<SendResult>;
  check(): Promise<CheckResult>;
  close(): Promise<void>;
}

export interface Suite<Server extends VendorServer> {
  definition: ProviderDefinition;
  /** That of the running test. */
  readonly server: Server;
  /** Those of the account that works. */
  settings(): Settings;
  open(changes?: Settings, channel?: Channel): Opened;
  /** Sends through one account with the usual settings, the same all through a test. */
  send: Opened['send'];
  check: Opened['check'];
  /** Does something that ends because an answer does not come in time. */
  impatiently<T>(work: () => T | Promise<T>): Promise<T>;
}

/** No answer of these tests is waited for so long, however busy the machine is. */
const PATIENT_MS = 20_000;
/** For answers that do not come. */
const IMPATIENT_MS = 150;

const toolsWith = (answerTimeoutMs: number): ProviderTools => ({
  http: createProviderHttp({ answerTimeoutMs, connectTimeoutMs: PATIENT_MS }),
  guardedHttp: createGuardedHttp({ development: true, ca: LOCALHOST.cert, answerTimeoutMs }),
});

/**
 * Tests a provider of the catalog by what holds for all of them, and returns what its own tests need. After each test
 * the vendor has nothing to complain of, and no result has shown a secret.
 */
export function testProvider<Server extends VendorServer>(
  definition: ProviderDefinition,
  spec: ProviderSpec<Server>,
): Suite<Server> {
  const patient = toolsWith(PATIENT_MS);
  const impatient = toolsWith(IMPATIENT_MS);
  let hurry = false;
  const http = (kind: 'http' | 'guardedHttp') => ({
    request: (call: Parameters<ProviderTools['http']['request']>[0]) =>
      (hurry ? impatient : patient)[kind].request(call),
    close: () => Promise.resolve(),
  });
  const tools: ProviderTools = { http: http('http'), guardedHttp: http('guardedHttp') };

  let server: Server;
  let usual: Opened | undefined;
  let opened: Opened[] = [];
  let shown: unknown[] = [];

  beforeEach(async () => {
    server = await spec.start();
  });
  afterEach(async () => {
    const results = JSON.stringify(shown);
    const secrets = secretsOf(definition, spec, server);
    for (const one of opened) await one.close();
    [usual, opened, shown] = [undefined, [], []];
    await server.close();
    expect(server.violations).toEqual([]);
    for (const secret of secrets) expect(results).not.toContain(JSON.stringify(secret).slice(1, -1));
  });
  afterAll(async () => {
    for (const one of [patient, impatient]) await Promise.all([one.http.close(), one.guardedHttp.close()]);
  });

  const suite: Suite<Server> = {
    definition,
    get server() {
      return server;
    },
    settings: () => spec.settings(server),
    open(changes = {}, channel = definition.channels[0]!) {
      const settings = definition.settings.parse({ ...spec.settings(server), ...changes });
      const provider = spec.open
        ? spec.open(settings, server, hurry ? IMPATIENT_MS : PATIENT_MS)
        : definition.open(settings, tools, channel);
      const one: Opened = {
        name: provider.name,
        send: async (message = spec.message(server), signal = AbortSignal.timeout(PATIENT_MS)) => {
          const result = await provider.send(message, signal);
          // The device is named there for us, and not for operators.
          shown.push({ ...result, gone: undefined });
          return result;
        },
        check: async () => {
          const result = await provider.check!(AbortSignal.timeout(PATIENT_MS));
          shown.push(result);
          return result;
        },
        close: () => provider.close(),
      };
      opened.push(one);
      return one;
    },
    send: (message, signal) => (usual ??= suite.open()).send(message, signal),
    check: () => (usual ??= suite.open()).check(),
    impatiently: async (work) => {
      hurry = true;
      return Promise.resolve()
        .then(work)
        .finally(() => (hurry = false));
    },
  };
  keepsTheRules(suite, spec);
  return suite;
}
