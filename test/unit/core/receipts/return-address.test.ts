import { createReturnAddresses } from '../../../../core/receipts/return-address';

const ids = {
  notificationId: '11111111-1111-4111-8111-111111111111',
  messageId: '22222222-2222-4222-8222-222222222222',
};
const [key, old] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
const addresses = createReturnAddresses({ domain: 'bounces.example.org', keys: [key, old] });
const made = '248h248h250h308h248h248h24h248h248h448k248h248h248habh0lnks0duji@bounces.example.org';
const ATTEMPT = '248h248h250h308h248h248h24h248h248h448k248h248h248h361mhmc07i70v@bounces.example.org';

describe('a return address', () => {
  test('it is the same for ever, so that mail which comes late is understood', () => {
    expect(addresses.make(ids)).toBe(made);
    expect(addresses.read(made)).toEqual(ids);
  });

  test('it has every byte of both ids, also those that begin with zeros', () => {
    const low = {
      notificationId: '00000000-0000-4000-8000-000000000001',
      messageId: '0abcdef0-1234-4567-89ab-cdef01234567',
    };
    const address = addresses.make(low);
    expect(address).toMatch(/^[0-9a-v]{64}@bounces\.example\.org$/);
    expect(addresses.read(address)).toEqual(low);
    expect(addresses.read(address.toUpperCase())).toEqual(low);
  });

  test('one of an attempt gives back the beginning of its id too, and is the same for ever', () => {
    const attempt = { ...ids, attemptId: '33333333-3333-4333-8333-333333333333' };
    const address = addresses.make(attempt);
    expect(address).toBe(ATTEMPT);
    expect(addresses.read(address)).toEqual({ ...ids, attemptId: '33' });
    for (let at = 0; at < 64; at += 1) {
      const other = address[at] === '0' ? '1' : '0';
      expect(addresses.read(address.slice(0, at) + other + address.slice(at + 1))).toBeNull();
    }
  });

  test('one that an older key made is read, the first key makes', () => {
    const before = createReturnAddresses({ domain: 'bounces.example.org', keys: [old] });
    expect(addresses.read(before.make(ids))).toEqual(ids);
    expect(before.read(made)).toBeNull();
  });

  test('a domain of other letters is one in ASCII', () => {
    const umlaut = createReturnAddresses({ domain: 'bücher.example', keys: [key] });
    expect(umlaut.domain).toBe('xn--bcher-kva.example');
    expect(umlaut.make(ids)).toMatch(/@xn--bcher-kva\.example$/);
    expect(umlaut.read(umlaut.make(ids).replace('xn--bcher-kva', 'bücher'))).toEqual(ids);
  });

  test.each([
    ['of another domain', made.replace('bounces.', 'mail.')],
    ['without a domain', made.slice(0, 64)],
    ['with something before it', `x${made}`],
    ['with a letter that is none of the 32', made.replace('2', 'w')],
    ['that is too short', made.slice(1)],
    ['with something behind it', made.replace('@', '+x@')],
    ['of nothing', ''],
    ['of an @ alone', '@'],
  ])('an address %s is none', (_, address) => {
    expect(addresses.read(address)).toBeNull();
  });

  test.each([
    ['', 'x'],
    ['x', ''],
    ['', '0'],
  ] as const)('it is made of UUIDs only (%p before, %p behind)', (before, behind) => {
    const words = 'A return address is made of UUIDs only';
    const bad = `${before}${ids.messageId}${behind}`;
    expect(() => addresses.make({ ...ids, messageId: bad })).toThrow(words);
    expect(() => addresses.make({ ...ids, notificationId: bad })).toThrow(words);
  });

  test('it is not made without a key', () => {
    expect(() => createReturnAddresses({ domain: 'b.example', keys: [] })).toThrow(
      'Return addresses cannot be made without a key',
    );
  });
});
