import { AdminStub, heliograph, type Ran } from './admin-stub';

const stub = new AdminStub();
beforeAll(() => stub.start());
afterAll(() => stub.stop());
beforeEach(() => stub.reset());

const run = (...args: string[]): Promise<Ran> =>
  heliograph(['contacts', ...args, '--app', 'demo', '--env', 'production'], {
    env: { HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'admin-key' },
  });

const PATH = 'applications/demo/contacts';
const contact = {
  ...{ uuid: 'c-1', name: 'Ada', firstName: 'Ada', lastName: null, externalId: 'user-1', avatar: null },
  ...{ emailAddresses: ['ada@example.org', 'old@example.org'], phoneNumbers: ['+12025550123'] },
  ...{ username: null, slack: null, meta: { plan: 'pro' } },
};
const bare = {
  ...{ ...contact, uuid: 'c-2', name: null, externalId: null },
  ...{ emailAddresses: [], phoneNumbers: [], meta: {}, slack: 'U012ABCDEF' },
};

describe('heliograph contacts list', () => {
  it('shows them with their newest addresses, and where the next page begins', async () => {
    const query = 'environment=production&search=a&limit=2&offset=4';
    stub.answer(`GET ${PATH}?${query}`, 200, { contacts: [contact, bare], total: 7 });
    const { code, stdout } = await run('list', '--search', 'a', '--limit', '2', '--offset', '4');
    expect(code).toBe(0);
    const [head, first, second, ...rest] = stdout.split('\n');
    expect(head).toMatch(/^NAME +EMAIL +PHONE +EXTERNAL ID +ID$/);
    expect(first).toMatch(/^Ada +ada@example\.org +\+12025550123 +user-1 +c-1$/);
    expect(second).toMatch(/^- +- +- +- +c-2$/);
    expect(rest).toEqual(['', 'There may be more: --offset 6', '']);
  });

  it('ends with the last page', async () => {
    stub.answer(`GET ${PATH}?environment=production`, 200, { contacts: [contact], total: 1 });
    expect((await run('list')).stdout).not.toContain('There may be more');
    stub.answer(`GET ${PATH}?environment=production`, 200, { contacts: [], total: 0 });
    expect((await run('list')).stdout).toBe('There are no contacts.\n');
  });
});

describe('heliograph contacts show', () => {
  it('shows all that is known', async () => {
    stub.answer(`GET ${PATH}/%2B12025550123?environment=production`, 200, { contact });
    const { stdout } = await run('show', '+12025550123');
    expect(stdout.split('\n')).toEqual([
      'contact           c-1',
      'e-mail addresses  ada@example.org, old@example.org',
      'phone numbers     +12025550123',
      'name              Ada',
      'external id       user-1',
      'picture           -',
      'username          -',
      'slack member id   -',
      'metadata          {"plan":"pro"}',
      '',
    ]);
    stub.answer(`GET ${PATH}/c-2?environment=production`, 200, { contact: bare });
    expect((await run('show', 'c-2')).stdout).toMatch(
      /^name +-\nexternal id +-\npicture +-\nusername +-\nslack member id +U012ABCDEF\n$/m,
    );
  });
});

describe('heliograph contacts preferences', () => {
  const of = `${PATH}/c-1/preferences`;
  const entries = [
    { category: 'news', channel: 'email', on: false, at: '2026-11-27T08:00:00.000Z', by: 'one_click' },
    { category: null, channel: 'sms', on: true, at: '2026-11-27T09:00:00.000Z', by: 'operator' },
  ];
  const preferences = { channels: {}, categories: {}, entries, effective: [] };

  it('shows what was chosen, by whom and when', async () => {
    stub.answer(`GET ${of}?environment=production`, 200, { preferences });
    expect((await run('preferences', 'c-1')).stdout.split('\n')).toEqual([
      'WHAT        CHOICE  BY         AT',
      'news:email  off     one_click  2026-11-27T08:00:00.000Z',
      ':sms        on      operator   2026-11-27T09:00:00.000Z',
      '',
    ]);
  });

  it('changes what its options name', async () => {
    stub.answer(`PATCH ${of}?environment=production`, 200, { preferences });
    const args = ['--off', 'news:email', '--on', 'news', '--off', ':sms', '--forget', '__proto__'];
    expect((await run('preferences', 'c-1', ...args)).code).toBe(0);
    const [call] = stub.calls;
    expect(call?.body).toEqual({
      channels: { sms: false },
      categories: JSON.parse('{"news":{"email":false,"all":true},"__proto__":{"all":null}}') as object,
    });
  });

  it.each(['news:fax', ':', ''])('refuses %j', async (what) => {
    const { code, stderr } = await run('preferences', 'c-1', '--off', what);
    expect([code, stderr]).toEqual([1, expect.stringContaining('channel')]);
  });

  it('lists the changes', async () => {
    const made = [{ category: 'news', channel: null, was: null, on: false }];
    const changes = [
      { at: '2026-11-27T08:00:00.000Z', by: 'operator', name: 'Grace', notification_id: null, changes: made },
    ];
    stub.answer(`GET ${of}/history?environment=production`, 200, { changes, next: 'p2' });
    expect((await run('preference-history', 'c-1')).stdout).toMatch(
      /operator +Grace +news +- +off\n\nThere may be more: --after p2\n$/,
    );
  });
});

describe('heliograph contacts erase', () => {
  beforeEach(() => {
    stub.answer(`GET ${PATH}/ada%40example.org?environment=production`, 200, { contact });
    stub.answer(`DELETE ${PATH}/c-1?environment=production`, 200, { deleted: true });
  });

  it('erases the contact that it found by its id, and names it by its address', async () => {
    const { stdout } = await run('erase', 'ada@example.org', '--yes');
    expect(stdout).toBe('The contact ada@example.org is erased. What was sent to it will be removed soon.\n');
    expect(stub.calls.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
    const json = (await run('erase', 'ada@example.org', '--yes', '--json')).stdout;
    expect(JSON.parse(json)).toEqual({ id: 'c-1', environment: 'production', erased: true });
  });

  it('without a terminal and --yes shows it only, and says what to add', async () => {
    const { code, stdout, stderr } = await run('erase', 'ada@example.org');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^contact +c-1$/m);
    expect(stderr).toContain('there is no terminal for the confirmation\nAdd --yes to erase it.');
    expect(stub.calls.map(({ method }) => method)).toEqual(['GET']);
  });

  it('says that there is none', async () => {
    const error = { error: 'There is no contact with this identifier.', code: 'CONTACT_NOT_FOUND' };
    stub.answer(`GET ${PATH}/nobody?environment=production`, 404, error);
    const { code, stderr } = await run('erase', 'nobody', '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'cannot erase the contact nobody of "demo" in production: There is no contact with this identifier. [CONTACT_NOT_FOUND]',
    );
  });
});
