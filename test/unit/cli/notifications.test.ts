import { AdminStub, heliograph, type Ran } from './admin-stub';

const stub = new AdminStub();
beforeAll(() => stub.start());
afterAll(() => stub.stop());
beforeEach(() => stub.reset());

const run = (...args: string[]): Promise<Ran> =>
  heliograph(['notifications', ...args], {
    env: { HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'admin-key' },
  });

const PATH = 'applications/demo/notifications';
const line = {
  id: 'n-1',
  event: 'welcome',
  status: 'failed',
  contact_id: 'c-1',
  contact: { email: 'ada@example.com', name: 'Ada' },
  started_at: '2026-03-01T09:00:00.000Z',
  completed_at: '2026-03-01T09:00:01.000Z',
  messages: [
    {
      ...{ channel: 'email', status: 'failed', address: 'ada@example.org' },
      ...{ error_code: 'EXPIRED', cause_code: null as string | null },
      ...{ provider: 'smtp', provider_id: 'i-1', integration: 'relay' },
    },
  ],
  retry_of: null,
  retried_as: null,
};

describe('heliograph notifications list', () => {
  it('shows them with recipient, status, provider and error, and where the next page begins', async () => {
    const query = 'environment=production&event=welcome&provider=smtp&error_code=EXPIRED&from=2026-03-01';
    const times = '2026-03-01T00%3A00%3A00.000Z&to=2026-03-02T10%3A00%3A00.000Z&status=failed&limit=2';
    const notifications = [line, { ...line, id: 'n-2', retried_as: 'n-3' }];
    stub.answer(`GET ${PATH}?${query.replace('2026-03-01', times)}`, 200, { notifications, next: '17_n-2' });
    const filters = ['--event', 'welcome', '--provider', 'smtp', '--error-code', 'EXPIRED'];
    const times2 = ['--from', '2026-03-01', '--to', '2026-03-02T10:00'];
    const more = ['--status', 'failed', '--limit', '2', '--env', 'production', '--app', 'demo'];
    const { stdout, stderr } = await run('list', ...filters, ...times2, ...more);
    expect(stderr).toBe('');
    const [head, first, second, ...rest] = stdout.split('\n');
    expect(head).toMatch(/^STARTED +EVENT +RECIPIENT +STATUS +CHANNEL +PROVIDER +ERROR +ID$/);
    expect(first).toMatch(
      /^2026-03-01T09\S+ +welcome +ada@example\.org +failed +email +smtp \(relay\) +EXPIRED +n-1$/,
    );
    expect(second).toMatch(/ +failed, retried +email +smtp \(relay\) +EXPIRED +n-2$/);
    expect(rest).toEqual(['', 'There may be more: --after 17_n-2', '']);
  });

  it('shows the cause of what expired, and the contact of what has no address', async () => {
    const [message] = line.messages;
    const twice = [message, { ...message, channel: 'sms', address: '+12025550123', error_code: 'REJECTED' }];
    const pushed = [{ ...message, channel: 'push', address: null, cause_code: 'UNAUTHORIZED' }];
    const nobody = { ...line, contact: { email: null, name: null }, messages: [] };
    const notifications = [
      { ...line, messages: pushed },
      { ...line, messages: twice },
      { ...nobody, contact: { email: null, name: 'Ada' } },
      nobody,
    ];
    stub.answer(`GET ${PATH}?environment=sandbox`, 200, { notifications, next: null });
    const { stdout } = await run('list', '--env', 'sandbox', '--app', 'demo');
    const [, first, second, third, fourth] = stdout.split('\n');
    expect(first).toMatch(/welcome +ada@example\.com +failed +push .* EXPIRED \(UNAUTHORIZED\) +n-1$/);
    expect(second).toMatch(/welcome +ada@example\.org, \+12025550123 +failed .* EXPIRED, REJECTED +n-1$/);
    expect(third).toMatch(/welcome +Ada +failed +- +- +- +n-1$/);
    expect(fourth).toMatch(/welcome +c-1 +failed +- +- +- +n-1$/);
  });

  it('is of one contact, and since a time ago', async () => {
    const begun = Date.now();
    await run('list', '--env', 'sandbox', '--app', 'demo', '--to-contact', '+12025550123', '--since', '1h');
    await run('list', '--env', 'sandbox', '--app', 'demo', '--from', '2026-03-01', '--until', '2026-03-02');
    const [first, second] = stub.calls.map(({ url }) => new URL(url, stub.url).searchParams);
    expect(first?.get('to_contact')).toBe('+12025550123');
    const from = Date.parse(first?.get('from') ?? '') + 3_600_000;
    expect(from).toBeGreaterThanOrEqual(begun);
    expect(from).toBeLessThanOrEqual(Date.now());
    expect(Object.fromEntries(second ?? [])).toEqual({
      ...{ environment: 'sandbox', from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' },
    });
  });

  it('names --to-contact in errors, and not --to, which begins alike', async () => {
    const error = { error: 'It must be given once.', code: 'VALIDATION_ERROR', field: 'to_contact' };
    stub.answer(`GET ${PATH}?environment=sandbox&to_contact=x`, 400, error);
    const { stderr } = await run('list', '--env', 'sandbox', '--app', 'demo', '--to-contact', 'x');
    expect(stderr).toContain('It must be given once. (--to-contact)');
  });

  it('prints JSON for programs, with the place of the next page', async () => {
    stub.answer(`GET ${PATH}?environment=sandbox&after=17_n-2`, 200, { notifications: [line], next: null });
    const ran = await run('list', '--env', 'sandbox', '--app', 'demo', '--after', '17_n-2', '--json');
    expect(JSON.parse(ran.stdout)).toEqual({ notifications: [line], next: null });
  });

  it.each([
    [['--env', 'production', '--from', 'yesterday'], 'or how long ago: 30m, 1h, 7d'],
    [['--env', 'production', '--since', '1h', '--from', '2026-03-01'], "cannot be used with option '--since"],
    [['--env', 'production', '--error-code', 'NOPE'], 'Allowed choices are HARD_BOUNCE'],
    [[], "required option '--env <environment>' not specified"],
  ])('%j is refused before anything is asked', async (args, words) => {
    const ran = await run('list', '--app', 'demo', ...args);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
    expect(stub.calls).toEqual([]);
  });
});

describe('heliograph notifications cancel, reopen and signal', () => {
  it('say what became of it, by its whole id', async () => {
    const answer = (status: string, cancelled: boolean) => ({
      cancelled,
      notification: { id: 'n-1', status },
    });
    stub.answer('POST notifications/n/cancel', 200, answer('stopped', true));
    expect((await run('cancel', 'n')).stdout).toBe('n-1 is stopped.\n');
    stub.answer('POST notifications/n-1/cancel', 200, answer('completed', false));
    expect((await run('cancel', 'n-1')).stdout).toBe('n-1 was not stopped. Its status is completed.\n');
    stub.answer('POST notifications/n/reopen', 200, { notification: { id: 'n-1', status: 'running' } });
    expect((await run('reopen', 'n')).stdout).toBe('n-1 is open again. Its status is running.\n');
    for (const [checked, words] of [
      [true, /^The signal wake was sent to n-1\.\n$/],
      [false, /^The signal wake is stored for n-1\. No worker/],
    ] as const) {
      stub.answer('POST notifications/n/signal', 200, { checked, notification: { id: 'n-1' } });
      expect((await run('signal', 'n', 'wake')).stdout).toMatch(words);
    }
  });
});

describe('heliograph notifications signal', () => {
  it('sends the name, and arguments only if there are some', async () => {
    stub.answer('POST notifications/n-1/signal', 200, { checked: true, notification: { id: 'n-1' } });
    expect((await run('signal', 'n-1', 'paid')).stdout).toBe('The signal paid was sent to n-1.\n');
    await run('signal', 'n-1', 'paid', '--args', '["pro", {"seats": 3}]');
    expect(stub.calls.map(({ body }) => body)).toEqual([
      { name: 'paid' },
      { name: 'paid', args: ['pro', { seats: 3 }] },
    ]);
  });

  it.each(['{"seats": 3}', 'pro', ''])('refuses the arguments %j before anything is asked', async (args) => {
    const ran = await run('signal', 'n-1', 'paid', '--args', args);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('It must be a JSON array') });
    expect(stub.calls).toEqual([]);
  });
});

describe('heliograph notifications retry', () => {
  const many = ['retry', '--env', 'production', '--app', 'demo', '--provider', 'smtp'];

  it('makes one again by its id', async () => {
    const notification = { id: 'n-9', retry_of: 'n-1', status: 'completed' };
    stub.answer('POST notifications/n/retry', 200, { retried: true, notification });
    expect((await run('retry', 'n', '--again')).stdout).toBe('n-1 is retried as n-9.\n');
    expect(stub.calls[0]?.body).toEqual({ again: true });
  });

  it('of one that was retried already names the first retry, and ends with exit code 0', async () => {
    const notification = { id: 'n-9', retry_of: 'n-1', status: 'completed' };
    stub.answer('POST notifications/n-1/retry', 200, { retried: false, notification });
    const { code, stdout } = await run('retry', 'n-1');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^n-1 was already retried as n-9, which is completed\. .*--again.*\n$/);
    const { stdout: json } = await run('retry', 'n-1', '--json');
    expect(JSON.parse(json)).toEqual({ ...notification, retried: false });
  });

  const JOBS = 'applications/demo/jobs';
  const preview = (over: object) => ({
    ...{ matched: 15, matched_more: false, examined: 15, would: 1 },
    ...{ reasons: [{ code: 'SUPPRESSED', count: 14 }], ...over },
  });
  const job = (over: object) => ({
    ...{ id: 'j-1', action: 'retry', environment: 'production', state: 'done', filters: null },
    ...{ by: { id: 'k', name: 'ops' }, started_at: '2026-03-01T09:00:00.000Z', ended_at: null },
    ...{ matched: 15, matched_more: false, done: 1, refused: 14 },
    ...{ reasons: [{ code: 'SUPPRESSED', count: 14 }], ...over },
  });

  it('with --dry-run says what would be retried and what not', async () => {
    stub.answer(`POST ${JOBS}/preview`, 200, preview({}));
    const { stdout, code } = await run(...many, '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^1 of 15 would be retried\.\n\nLeft as they are:\nCODE +COUNT\nSUPPRESSED +14\n$/,
    );
    expect(stub.calls.map(({ body }) => body)).toEqual([
      { environment: 'production', provider: 'smtp', action: 'retry' },
    ]);
  });

  it('without a terminal and --yes looks only, and says what to add', async () => {
    stub.answer(`POST ${JOBS}/preview`, 200, preview({}));
    const ran = await run(...many);
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Add --yes to begin') });
    expect(stub.calls).toHaveLength(1);
  });

  it('pauses by filters with a job, and one by its id', async () => {
    stub.answer(`POST ${JOBS}`, 201, { job: job({ action: 'pause' }) });
    expect((await run('pause', ...many.slice(1), '--yes')).stdout).toContain('1 paused, 14 left');
    stub.answer('POST notifications/n-1/pause', 200, { pause: null });
    expect((await run('pause', 'n-1', '--reason', 'why')).stdout).toBe('The notification n-1 is paused.\n');
    const bodies = [{ environment: 'production', provider: 'smtp', action: 'pause' }, { reason: 'why' }];
    expect(stub.calls.map(({ body }) => body)).toEqual(bodies);
  });

  it('begins nothing if nothing would be done, and says of which the counts are', async () => {
    stub.answer(
      `POST ${JOBS}/preview`,
      200,
      preview({ would: 0, matched: 10_000, matched_more: true, examined: 1000 }),
    );
    const { stdout } = await run('cancel', ...many.slice(1));
    expect(stdout).toContain('0 of the newest 1000 of more than 10000 would be cancelled.');
    expect(stub.calls).toHaveLength(1);
  });

  it('with --yes begins a job, says how to follow and stop it, and follows it', async () => {
    stub.answer(`POST ${JOBS}`, 201, { job: job({ state: 'running', done: 0, refused: 0, reasons: [] }) });
    stub.answer('GET jobs/j-1', 200, { job: job({}) });
    const { stdout, stderr } = await run(...many, '--yes');
    expect(stderr).toContain('Ctrl-C leaves it running. Follow it with "heliograph jobs show j-1", stop it');
    expect(stdout).toMatch(
      /^Job j-1 \(retry, by ops, \S+\) is done: 15 of 15, 1 retried, 14 left as they are\.\n\nLeft/,
    );
    expect(stub.calls[0]?.body).toEqual({ environment: 'production', provider: 'smtp', action: 'retry' });
  });

  it('shows, lists, stops and continues jobs', async () => {
    const jobs = (...args: string[]) =>
      heliograph(['jobs', ...args], {
        env: { HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'admin-key' },
      });
    stub.answer(`GET ${JOBS}?environment=production`, 200, { jobs: [job({})], next: null });
    expect((await jobs('list', '--env', 'production', '--app', 'demo')).stdout).toMatch(
      /^STARTED +ACTION +STATE +DONE +LEFT +MATCHED +BY +ID\n\S+ +retry +done +1 +14 +15 +ops +j-1\n$/,
    );
    stub.answer('GET jobs/j-1', 200, { job: job({}) });
    const result = { notification_id: 'n-1', result: 'refused', code: 'SUPPRESSED' };
    stub.answer('GET jobs/j-1/results?result=refused', 200, { results: [result], next: '17_n-1' });
    expect((await jobs('show', 'j-1', '--refused')).stdout).toMatch(
      /n-1 +refused +SUPPRESSED\n\nThere may be more: --after 17_n-1\n$/,
    );
    stub.answer('POST jobs/j-1/stop', 200, { job: job({ state: 'stopped' }) });
    expect((await jobs('stop', 'j-1')).stdout).toContain('is stopped: 15 of 15');
    stub.answer('POST jobs/j-1/continue', 200, { job: job({ state: 'running' }) });
    expect((await jobs('continue', 'j-1')).stdout).toContain('is running');
  });

  it.each([
    [['retry']],
    [['retry', 'n-1', '--env', 'production']],
    [['retry', 'n-1', '--dry-run']],
    [['retry', '--env', 'production', '--again']],
    [['retry', '--event', 'welcome']],
    [['pause']],
    [['pause', '--env', 'production', '--reason', 'wrong price']],
  ])('%j says too little or too much', async (args) => {
    const ran = await run(...args);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(/give an ID, optionally with --(again|reason), or give --env/);
    expect(stub.calls).toEqual([]);
  });
});
