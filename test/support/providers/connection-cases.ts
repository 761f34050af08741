import { abortedOnArrival } from './aborted';
import type { Opened } from './opened';
import type { ScriptedApi } from './scripted-api';

/** What every provider over HTTP does when there is no answer, or none that it can read. */
export function connectionCases(api: () => ScriptedApi, open: (baseUrl?: string) => Opened): void {
  it('does not know what became of a message whose connection was reset', async () => {
    api().next('reset');
    expect(await open().send()).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
    expect(api().requests).toHaveLength(1);
  });

  it('does not know what became of a message that a half-closed connection took', async () => {
    api().next('half-close');
    expect(await open().send()).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
    expect(api().requests).toHaveLength(1);
  });

  it('does not know what became of a message that was never answered', async () => {
    api().next('hang');
    expect(await open().send()).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
    expect(api().requests).toHaveLength(1);
  });

  it('does not know what became of a message that was aborted in the middle', async () => {
    const result = await abortedOnArrival(
      (reply) => api().next(reply),
      (signal) => open().send(undefined, signal),
    );
    expect(result).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
    expect(api().requests).toHaveLength(1);
  });

  it('tries again what was aborted before it began', async () => {
    const result = await open().send(undefined, AbortSignal.abort());
    expect(result).toMatchObject({ outcome: 'transient', code: 'TIMEOUT' });
    expect(api().requests).toHaveLength(0);
  });

  it('tries again where nobody listens', async () => {
    const result = await open('http://127.0.0.1:1').send();
    expect(result).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
  });

  it('takes JSON that broke off as accepted', async () => {
    api().next('break-off');
    expect(await open().send()).toMatchObject({ outcome: 'sent', providerMessageId: '' });
  });

  it('does not take a web page with status 200 for an answer', async () => {
    api().next({ status: 200, body: '<html>Welcome to the gateway</html>' });
    expect(await open().send()).toMatchObject({
      outcome: 'unknown',
      response: expect.stringContaining('base_url'),
    });
  });

  it.each<[number, string, string, boolean?]>([
    [302, 'transient', 'PROVIDER_ERROR', true],
    [400, 'transient', 'PROVIDER_ERROR', true],
    [401, 'transient', 'UNAUTHORIZED'],
    [403, 'transient', 'UNAUTHORIZED'],
    [404, 'transient', 'PROVIDER_ERROR', true],
    [407, 'transient', 'UNAUTHORIZED'],
    [429, 'rate_limited', 'RATE_LIMITED'],
    [500, 'transient', 'PROVIDER_ERROR'],
    [502, 'transient', 'PROVIDER_ERROR'],
    [503, 'transient', 'PROVIDER_ERROR'],
    [504, 'unknown', 'OUTCOME_UNKNOWN'],
  ])('takes a bare status %i as %s %s', async (status, outcome, code, refusedAccount = false) => {
    api().next({ status, body: 'no JSON here' });
    const account = refusedAccount && { refusedAccount };
    expect(await open().send()).toEqual({ outcome, code, response: `HTTP ${status}`, ...account });
  });

  it('waits as long as Retry-After asks', async () => {
    api().next({ status: 429, body: '', headers: { 'Retry-After': '17' } });
    expect(await open().send()).toMatchObject({ outcome: 'rate_limited', retryAfterMs: 17_000 });
  });

  it('says of its check what is wrong with the connection', async () => {
    expect(await open('http://127.0.0.1:1').check()).toEqual({
      ok: false,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });
}
