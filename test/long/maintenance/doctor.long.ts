import { makeApplication } from '../../support/application';
import { type DnsServer, startDnsServer } from '../../support/dns-server';
import { eventually } from '../../support/eventually';
import { startPostmark, TOKEN as POSTMARK_TOKEN } from '../../support/providers/postmark-server';
import { type Stack, startStack } from '../../support/stack';
import { heliograph } from '../../unit/cli/admin-stub';

interface Answer {
  healthy: boolean;
  problems: number;
  findings: { area: string; level: string; summary: string; action: string | null }[];
}

let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns.stop());

const run = (stack: Stack, ...args: string[]) => {
  const env = { HELIOGRAPH_ADMIN_URL: stack.admin.baseUrl, HELIOGRAPH_ADMIN_KEY: stack.admin.key ?? '' };
  return heliograph(['doctor', ...args], { env });
};
async function examined(stack: Stack): Promise<{ code: number; answer: Answer }> {
  const { code, stdout } = await run(stack, '--json');
  return { code, answer: JSON.parse(stdout) as Answer };
}
const of = ({ findings }: Answer, area: string, level: string): string[] =>
  findings.filter((one) => one.area === area && one.level === level).map(({ summary }) => summary);

test('a service that is well has no problem, and each dependency is named', async () => {
  const stack = await startStack();
  try {
    // A worker has begun to poll when it says that it is ready, and Temporal may not know yet.
    const { code, answer } = await eventually('all polls to be known', async () => {
      const found = await examined(stack);
      return of(found.answer, 'worker', 'ok').length === 4 && found;
    });
    expect({ code, healthy: answer.healthy, problems: of(answer, 'temporal', 'problem') }).toEqual({
      ...{ code: 0, healthy: true, problems: [] },
    });
    const found = answer.findings.filter(({ area }) => area === 'mongodb').map(({ summary }) => summary);
    expect(found.join()).toMatch(/answers in \d+ ms.*indexes exist.*clock of MongoDB/s);
    expect(of(answer, 'temporal', 'ok').join()).toMatch(/has the namespace .*search attributes/s);
    expect(of(answer, 'settings', 'warning').join()).toContain('HELIOGRAPH_MODE');
    const text = (await run(stack)).stdout;
    expect(text).toMatch(/^warning {2}settings +HELIOGRAPH_MODE is development\.\n +→ Set it to production/m);
    expect(text).toMatch(/^0 problems, \d+ warnings, \d+ findings\.$/m);
    expect(text).not.toContain(stack.admin.key);
  } finally {
    await stack.stop();
  }
});

test('what is away or wrong is a problem with what to do, and what is left is still checked', async () => {
  const stack = await startStack({
    ...{ withoutWorker: true, clockShiftMs: { api: -7_000 } },
    env: { DNS_SERVERS: dns.address },
  });
  try {
    const app = await makeApplication(stack);
    const { application } = (await stack.admin.get<{ application: { name: string } }>(app.path)).body;
    const health = {
      service_smtp: {
        failures: 9,
        rests: 1,
        restUntil: new Date(Date.now() + 600_000),
        why: 'TIMEOUT',
        at: new Date(),
      },
    };
    const applications = stack.connection.mongoose.collection<{ _id: string }>('applications');
    await applications.updateOne({ _id: app.id }, { $set: { health } });
    const { code, answer } = await examined(stack);
    expect({ code, healthy: answer.healthy }).toEqual({ code: 1, healthy: false });
    expect(of(answer, 'worker', 'problem')).toHaveLength(4);
    expect(of(answer, 'mongodb', 'problem').join()).toMatch(
      /differs from that of the API by (?:[5-9]|1\d)\d{3} ms/,
    );
    expect(of(answer, `application ${application.name}`, 'problem').join()).toContain(
      'SMTP_URL failed 9 times in a row (TIMEOUT)',
    );
    expect(of(answer, 'sender example.com', 'warning').join()).toContain('dmarc missing');
    expect(answer.findings.filter(({ level, action }) => level !== 'ok' && !action)).toEqual([]);

    await stack.api.stop();
    await stack.restartApi({ TEMPORAL_ADDRESS: '127.0.0.1:9' });
    const away = (await examined(stack)).answer;
    expect(of(away, 'temporal', 'problem')).toEqual(['Temporal does not answer.']);
    expect(of(away, 'mongodb', 'ok')).not.toEqual([]);

    await stack.api.stop();
    const gone = await examined(stack);
    expect(gone.code).toBe(1);
    expect(of(gone.answer, 'dns', 'ok')).toHaveLength(1);
    expect(of(gone.answer, 'api', 'problem').join()).toMatch(/cannot be reached.*readyz does not answer/s);
  } finally {
    await stack.stop();
  }
}, 180_000);

test('each provider is asked whether it takes the credentials', async () => {
  const [stack, postmark] = await Promise.all([startStack(), startPostmark()]);
  try {
    const { path } = await makeApplication(stack);
    for (const [name, server_token] of Object.entries({ good: POSTMARK_TOKEN, bad: 'revoked-token' })) {
      const settings = { server_token, base_url: postmark.url };
      const body = { provider: 'postmark', name, channel: 'email', settings, check: false };
      expect((await stack.admin.post(`${path}/integrations`, body)).status).toBe(201);
    }
    const { code, answer } = await examined(stack);
    const found = answer.findings.filter(({ summary }) => summary.includes('credentials'));
    expect({ code, levels: found.map(({ level }) => level).sort() }).toEqual({
      ...{ code: 1, levels: ['ok', 'problem'] },
    });
    const [refused] = found.filter(({ level }) => level === 'problem');
    expect(refused?.summary).toMatch(
      /does not accept the credentials of the integration bad \(postmark\): \S/,
    );
    expect(refused?.action).toContain('heliograph integrations set bad --app');
    expect(postmark.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  } finally {
    await Promise.all([stack.stop(), postmark.close()]);
  }
});

test('a wrong key is said as ever', async () => {
  const stack = await startStack();
  try {
    const env = {
      HELIOGRAPH_ADMIN_URL: stack.admin.baseUrl,
      HELIOGRAPH_ADMIN_KEY: 'admin_wrong_wrong_wrong_wrong_1',
    };
    const { code, stderr } = await heliograph(['doctor'], { env });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('[UNAUTHORIZED]') });
  } finally {
    await stack.stop();
  }
});
