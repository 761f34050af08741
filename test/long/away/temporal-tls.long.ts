import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadConfig } from '../../../process/config';
import { createTemporalClient } from '../../../temporal/client';
import { type ClosedTemporal, startClosedTemporal } from '../../support/closed-temporal';
import { eventually } from '../../support/eventually';
import { historyText } from '../../support/history-text';
import { newAddress, untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { AUTHORITY, CLIENT, SERVER } from '../../support/temporal-certificates';

const API_KEY = `key-${randomBytes(8).toString('hex')}`;
const folder = mkdtempSync(path.join(tmpdir(), 'heliograph-tls-'));

function file(name: string, text: string): string {
  const place = path.join(folder, name);
  writeFileSync(place, text);
  return place;
}

let guarded: ClosedTemporal;
let stack: Stack;
let settings: Record<string, string>;
beforeAll(async () => {
  guarded = await startClosedTemporal(process.env.HELIOGRAPH_TEST_TEMPORAL_ADDRESS ?? '', [], {
    tls: { ...SERVER, ca: AUTHORITY, requestCert: true, rejectUnauthorized: true },
    authorization: `Bearer ${API_KEY}`,
  });
  const profile = `[profile.guarded]
address = "${guarded.address}"
[profile.guarded.tls]
client_cert_path = ${JSON.stringify(file('client.pem', CLIENT.cert))}
server_ca_cert_path = ${JSON.stringify(file('ca.pem', AUTHORITY))}
`;
  settings = {
    TEMPORAL_ADDRESS: '',
    TEMPORAL_CONFIG_FILE: file('temporal.toml', profile),
    TEMPORAL_PROFILE: 'guarded',
    TEMPORAL_TLS_CLIENT_KEY_DATA_FILE: file('client.key', `${CLIENT.key}\n`),
    TEMPORAL_API_KEY_FILE: file('api-key', `${API_KEY}\n`),
    TEMPORAL_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  stack = await startStack({ env: settings });
}, 120_000);
afterAll(async () => {
  await stack.stop();
  await guarded.stop();
  rmSync(folder, { recursive: true });
});

test('a send goes through a Temporal that asks for a certificate and a key', async () => {
  const to = newAddress();
  await untilEnded(stack.production, await stack.production.send('welcome', { to }));
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  expect(guarded.refused).toEqual([]);
  expect(stack.worker?.output()).not.toContain('Temporal does not answer');
});

test('its history is encrypted, and replays with the settings of the workers', async () => {
  const id = await stack.production.send('welcome', { to: newAddress() });
  await untilEnded(stack.production, id);
  const history = await stack.temporal.workflow.getHandle(id).fetchHistory();
  const text = historyText(history);
  expect(text).toContain('binary/encrypted');
  expect(text).not.toContain('notificationId');
  expect(text).not.toContain('Event welcome');
  const { env } = process;
  const { TEMPORAL_ADDRESS: _none, ...given } = settings;
  const args = ['--import', 'tsx', 'tools/scripts/replay.ts', '--closed', '--address', guarded.address];
  args.push('--namespace', stack.temporal.options.namespace, '--query', `WorkflowId = "${id}"`);
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...env, ...given } });
  expect(stdout).toContain(`ok      ${id} (notification, closed)`);
});

test.each([
  ['none', ''],
  ['another', randomBytes(32).toString('base64')],
])(
  'a worker with %s of the keys fails nothing, and one with the key continues',
  async (_, keys) => {
    await stack.worker?.stop();
    const to = newAddress();
    const id = await stack.production.send('welcome', { to });
    const keyless = await stack.startWorker({ TEMPORAL_ENCRYPTION_KEY: keys });
    const attempt = async (): Promise<number> =>
      (await stack.temporal.workflow.getHandle(id).describe()).raw.pendingWorkflowTask?.attempt ?? 0;
    await eventually('the task to be repeated', async () => (await attempt()) > 1, 60_000);
    expect(keyless.isRunning()).toBe(true);
    await keyless.stop();
    await stack.startWorker();
    await untilEnded(stack.production, id);
    expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  },
  120_000,
);

describe('nobody is let in', () => {
  const letIn = async (env: Record<string, string>): Promise<void> => {
    // Node warns of an address as the name of a server.
    const named = { ...env, TEMPORAL_TLS_SERVER_NAME: 'temporal.example' };
    const client = createTemporalClient({ server: loadConfig(named).temporal });
    await client.connection.ensureConnected().finally(() => client.connection.close());
  };

  test('without the API key, or with another', async () => {
    const { TEMPORAL_API_KEY_FILE: _key, ...others } = settings;
    await letIn(settings);
    expect(guarded.refused).toEqual([]);
    await expect(letIn(others)).rejects.toThrow();
    await expect(letIn({ ...others, TEMPORAL_API_KEY: 'another' })).rejects.toThrow();
    expect(guarded.refused.length).toBeGreaterThanOrEqual(2);
  });

  test('without the client certificate', async () => {
    const { TEMPORAL_TLS_CLIENT_KEY_DATA_FILE: _key, ...others } = settings;
    const table = `[profile.guarded.tls]\nserver_ca_cert_path = ${JSON.stringify(path.join(folder, 'ca.pem'))}\n`;
    const profile = file(
      'no-certificate.toml',
      `[profile.guarded]\naddress = "${guarded.address}"\n${table}`,
    );
    expect(() => loadConfig(others)).toThrow('a client certificate needs its key');
    await expect(letIn({ ...others, TEMPORAL_CONFIG_FILE: profile })).rejects.toThrow();
  });

  test('if its certificate is of an authority that is not trusted', async () => {
    const { TEMPORAL_CONFIG_FILE: _file, TEMPORAL_PROFILE: _profile, ...others } = settings;
    const own = { TEMPORAL_ADDRESS: guarded.address, TEMPORAL_TLS_CLIENT_CERT_DATA: CLIENT.cert };
    await letIn({ ...others, ...own, TEMPORAL_TLS_SERVER_CA_CERT_DATA: AUTHORITY });
    await expect(letIn({ ...others, ...own })).rejects.toThrow();
  });
});
