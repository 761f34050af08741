import { attemptMessage } from '../../../../core/webhooks/attempt-message';

const answered = (status: number) => attemptMessage({ status, error: null });
const failed = (error: string) => attemptMessage({ status: null, error });

describe('what an owner reads of an attempt', () => {
  it('is nothing of a success', () => {
    expect([200, 204, 299].map(answered)).toEqual([null, null, null]);
  });

  it('is the status of an answer that was none, and why a redirect is one of them', () => {
    expect(answered(500)).toBe('The endpoint answered 500.');
    for (const redirect of [300, 308, 399])
      expect(answered(redirect)).toBe(`The endpoint answered ${redirect}, and redirects are not followed.`);
    for (const refusal of [103, 199, 400, 404])
      expect(answered(refusal)).toBe(`The endpoint answered ${refusal}.`);
  });

  it.each([
    ['timeout: no answer within 10000 ms', 'No answer came within 10 seconds.'],
    ['connection: connect ECONNREFUSED 203.0.113.7:443', 'The connection failed (ECONNREFUSED).'],
    ['connection: UND_ERR_SOCKET: other side closed', 'The connection failed (UND_ERR_SOCKET).'],
    [
      'tls: CERT_HAS_EXPIRED: certificate has expired',
      'The TLS handshake failed. Check the certificate and its chain (CERT_HAS_EXPIRED).',
    ],
    [
      'dns: getaddrinfo ENOTFOUND hooks.example.net',
      'The name of the host could not be resolved (ENOTFOUND).',
    ],
    [
      'refused_address: inside.example.net leads to an address that is not public',
      'The URL resolves to an address that webhooks are not sent to.',
    ],
    ['unrecorded: whatever', 'No response is recorded. The request is in progress, or its worker stopped.'],
    ['something else', 'The attempt failed.'],
  ])('is our own words and at most the code of "%s", never an address', (error, words) => {
    expect(failed(error)).toBe(words);
  });
});
