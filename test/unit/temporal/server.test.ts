import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig } from '../../../process/config';
import { LOCALHOST, OTHER_NAME } from '../../support/certificates';

const folder = mkdtempSync(path.join(tmpdir(), 'heliograph-temporal-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const place = path.join(folder, name);
  writeFileSync(place, text);
  return place;
}
const cert = file('cert.pem', LOCALHOST.cert);
const key = file('key.pem', LOCALHOST.key);
const otherKey = file('other.pem', OTHER_NAME.key);
const noPem = file('no.pem', 'none');
const profiles = file(
  'temporal.toml',
  `[profile.default]
address = "file.example:7233"
namespace = "from-file"
[profile.cloud]
address = "cloud.example:7233"
api_key = "from-file"
[profile.cloud.grpc_meta]
team = "ops"
[profile.web]
address = "https://cloud.example"
`,
);
const withTypo = file('typo.toml', '[profile.default]\nadress = "a.example:7233"\n');
const broken = file('broken.toml', '[profile.default]\napi_key = "secret-of-the-file\n');
const empty = file('empty.toml', '');

test.each<[Record<string, string>, object]>([
  [{}, { address: '127.0.0.1:7233', namespace: 'default', tls: false }],
  [
    { TEMPORAL_ADDRESS: 'a.example:1', TEMPORAL_NAMESPACE: 'n' },
    { address: 'a.example:1', namespace: 'n' },
  ],
  [{ TEMPORAL_TLS: 'true' }, { tls: {} }],
  [{ TEMPORAL_TLS: 'false' }, { tls: false }],
  [{ TEMPORAL_API_KEY: 'key' }, { apiKey: 'key', tls: true }],
  [{ TEMPORAL_TLS_SERVER_NAME: 'other.example' }, { tls: { serverNameOverride: 'other.example' } }],
  [
    { TEMPORAL_TLS_CLIENT_CERT_PATH: cert, TEMPORAL_TLS_CLIENT_KEY_DATA_FILE: key },
    { tls: { clientCertPair: { crt: expect.anything(), key: expect.anything() } } },
  ],
  [{ TEMPORAL_CONFIG_FILE: profiles }, { address: 'file.example:7233', namespace: 'from-file', tls: false }],
  [
    { TEMPORAL_CONFIG_FILE: profiles, TEMPORAL_PROFILE: 'cloud' },
    { address: 'cloud.example:7233', apiKey: 'from-file', tls: true, metadata: { team: 'ops' } },
  ],
  [
    { TEMPORAL_CONFIG_FILE: profiles, TEMPORAL_PROFILE: 'web', TEMPORAL_ADDRESS: 'a.example:1' },
    { address: 'a.example:1' },
  ],
  [{ TEMPORAL_GRPC_META_TEAM: 'ops' }, { metadata: { team: 'ops' } }],
])('%j is the server %j', (env, server) => {
  const config = loadConfig(env);
  expect(config.temporal).toMatchObject(server);
  expect(config).toMatchObject({
    TEMPORAL_ADDRESS: config.temporal.address,
    TEMPORAL_NAMESPACE: config.temporal.namespace,
  });
});

test("a file of the user's `temporal` command counts only if a profile is named", () => {
  const home = path.join(folder, 'home');
  mkdirSync(path.join(home, 'temporalio'), { recursive: true });
  writeFileSync(path.join(home, 'temporalio/temporal.toml'), '[profile.default]\naddress = "h.example:1"\n');
  expect(loadConfig({ XDG_CONFIG_HOME: home }).TEMPORAL_ADDRESS).toBe('127.0.0.1:7233');
  if (process.platform === 'linux')
    expect(loadConfig({ XDG_CONFIG_HOME: home, TEMPORAL_PROFILE: 'default' }).TEMPORAL_ADDRESS).toBe(
      'h.example:1',
    );
});

test.each<[Record<string, string>, string]>([
  [{ TEMPORAL_TLS: 'yes' }, 'TEMPORAL_TLS: '],
  [
    { TEMPORAL_TLS: 'false', TEMPORAL_API_KEY: 'secret' },
    'TEMPORAL_TLS: is false, so anyone on the network path',
  ],
  [
    { TEMPORAL_TLS_CLIENT_CERT_PATH: cert },
    'TEMPORAL_TLS_CLIENT_KEY_PATH: is missing, and a client certificate needs its key',
  ],
  [{ TEMPORAL_TLS_CLIENT_KEY_PATH: key }, 'TEMPORAL_TLS_CLIENT_CERT_PATH: is missing'],
  [
    { TEMPORAL_TLS_CLIENT_CERT_PATH: cert, TEMPORAL_TLS_CLIENT_KEY_PATH: otherKey },
    'TEMPORAL_TLS_CLIENT_KEY_PATH: must be the key of the client certificate',
  ],
  [
    { TEMPORAL_TLS_CLIENT_CERT_PATH: noPem, TEMPORAL_TLS_CLIENT_KEY_PATH: key },
    'TEMPORAL_TLS_CLIENT_CERT_PATH: must be a certificate in PEM',
  ],
  [{ TEMPORAL_TLS_SERVER_CA_CERT_DATA: 'none' }, 'TEMPORAL_TLS_SERVER_CA_CERT_DATA: must be a certificate'],
  [
    { TEMPORAL_TLS_SERVER_CA_CERT_PATH: path.join(folder, 'gone') },
    `TEMPORAL_TLS_SERVER_CA_CERT_PATH: ${path.join(folder, 'gone')} cannot be read (ENOENT)`,
  ],
  [
    { TEMPORAL_TLS_CLIENT_CERT_PATH: cert, TEMPORAL_TLS_CLIENT_CERT_DATA: LOCALHOST.cert },
    'TEMPORAL_TLS_CLIENT_CERT_DATA: is set, and so is TEMPORAL_TLS_CLIENT_CERT_PATH. Set only one of them',
  ],
  [{ TEMPORAL_CONFIG_FILE: path.join(folder, 'gone') }, 'cannot be read (ENOENT)'],
  [{ TEMPORAL_CONFIG_FILE: broken }, `line 2 of ${broken} is not valid TOML`],
  [{ TEMPORAL_CONFIG_FILE: withTypo }, 'key(s) unrecognized in profile.default: adress'],
  [{ TEMPORAL_CONFIG_FILE: empty }, 'has no profile "default". Add a table [profile.default]'],
  [{ TEMPORAL_CONFIG_FILE: profiles, TEMPORAL_PROFILE: 'clud' }, 'has no profile "clud"'],
  [{ TEMPORAL_CONFIG_FILE: profiles, TEMPORAL_PROFILE: '__proto__' }, 'has no profile "__proto__"'],
  [
    { TEMPORAL_CONFIG_FILE: profiles, TEMPORAL_PROFILE: 'web' },
    'TEMPORAL_CONFIG_FILE: the address of its profile must be host:port',
  ],
])('%j is refused: %s', (env, words) => {
  expect(() => loadConfig(env)).toThrow(words);
  expect(() => loadConfig(env)).not.toThrow(/secret|PRIVATE KEY/);
});
