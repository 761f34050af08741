import { clientOf, maskedAddress } from '../../../../core/access/client-address';

describe('the address of a caller', () => {
  it.each([
    ['203.0.113.9', '203.0.113.x', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.x', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::x', '2001:db8:1:2::/64'],
    ['::1', '0:0:0::x', '::/64'],
    ['fe80::1%eth0', 'fe80:0:0::x', 'fe80::/64'],
    ['somewhere', 'unknown', 'unknown'],
    [undefined, 'unknown', 'unknown'],
  ])('%s is logged as %s and counted as %s', (address, masked, client) => {
    expect({ masked: maskedAddress(address), client: clientOf(address) }).toEqual({ masked, client });
  });
});
