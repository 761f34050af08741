import type { Request } from 'express';
import { limitWrongKeys } from '../../../../api/http/middleware/wrong-keys';
import { clientOf } from '../../../../core/access/client-address';

const from = (ip: string): Request => ({ ip }) as Request;

describe('wrong keys', () => {
  it('KEY-11: are 401, and 429 with Retry-After past the limit of their address, until a minute is over', () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(1);
    const refuse = limitWrongKeys(2);
    const codes = (ip: string, count: number) =>
      Array.from({ length: count }, () => refuse(from(ip), 'The API key is not valid.').code);
    expect(codes('192.0.2.1', 3)).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED', 'RATE_LIMITED']);
    expect(codes('192.0.2.2', 1)).toEqual(['UNAUTHORIZED']);
    now.mockReturnValue(20_001);
    const { details, headers, message } = refuse(from('192.0.2.1'), 'The API key is not valid.');
    expect({ details, headers }).toEqual({
      details: { current: 4, limit: 2 },
      headers: { 'Retry-After': '40' },
    });
    expect(message).toMatch(/^The API key is not valid\. /);
    now.mockReturnValue(61_002);
    expect(codes('192.0.2.1', 1)).toEqual(['UNAUTHORIZED']);
    now.mockRestore();
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['nonsense', 'unknown'],
    [undefined, 'unknown'],
  ])('of %s are counted for %s', (address, client) => expect(clientOf(address)).toBe(client));
});
