import { AdminStub, heliograph, type Ran } from './admin-stub';

const stub = new AdminStub();
beforeAll(() => stub.start());
afterAll(() => stub.stop());
beforeEach(() => stub.reset());

const run = (): Promise<Ran> =>
  heliograph(['secrets', 'reseal'], {
    env: { HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'admin-key' },
  });
const answer = (body: object) =>
  stub.answer('POST secrets/reseal', 200, { success: true, resealed: {}, unopened: [], next: null, ...body });

describe('heliograph secrets reseal', () => {
  it('says that nothing had to be done, and that older keys can go', async () => {
    answer({});
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing had to be resealed.\nAll is sealed with the first key.');
    expect(stub.calls).toMatchObject([{ method: 'POST', body: {} }]);
  });

  it('names what no key opens, and fails', async () => {
    answer({ unopened: [{ kind: 'integrations', id: 'i-1' }] });
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toContain('integrations: i-1\nheliograph: 1 of what is sealed cannot be opened');
    expect(stderr).toContain('Put that key back');
  });

  it('gives up where somebody keeps sealing with another key', async () => {
    answer({ resealed: { 'webhook secrets': 1 } });
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toContain('secrets are still being sealed with another key');
    expect(stub.calls).toHaveLength(10);
  });
});
