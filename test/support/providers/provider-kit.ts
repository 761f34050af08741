import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ProviderDefinition, ProviderTools } from '../../../channels/definition';
import { createGuardedHttp } from '../../../channels/http/guarded-http';
import { createProviderHttp } from '../../../channels/http/provider-http';
import { ALONE } from '../../../channels/provider';
import { LOCALHOST } from '../certificates';
import { sendsTogether } from './batch-rules';
import { keepsTheRules, secretsOf } from './provider-rules';
import type { Opened, ProviderSpec, Suite, VendorServer } from './provider-spec';

const { version } = JSON.parse(readFileSync(path.join(__dirname, '../../../package.json'), 'utf8')) as {
  version: string;
};
/** How every call names us. */
const OUR_AGENT = `heliograph/${version}`;

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
    for (const { headers } of server.requests) expect(headers['user-agent']).toContain(OUR_AGENT);
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
        sendAll: async (messages, signal = AbortSignal.timeout(PATIENT_MS)) => {
          const answers = await provider.batch!.send(messages, signal);
          const results = await Promise.all(
            answers.map(async (one, at) =>
              one === ALONE ? await provider.send(messages[at]!, signal) : one,
            ),
          );
          for (const result of results) shown.push({ ...result, gone: undefined });
          return results;
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
  if (spec.batch) sendsTogether(suite, spec, spec.batch);
  return suite;
}
