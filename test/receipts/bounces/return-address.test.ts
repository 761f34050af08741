import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { messageIdOf, newId } from '../../../core/shared/ids';
import { createReturnAddresses } from '../../../core/receipts/return-address';

const key = randomBytes(32);
const domain = 'bounces.example.com';
const addresses = createReturnAddresses({ domain, keys: [key] });
const someIds = () => {
  const notificationId = newId();
  return { notificationId, messageId: messageIdOf(notificationId, 'step-1', 'email') };
};

describe('a return address', () => {
  it('gives back the ids that it was made of, for all UUIDs', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (notificationId, messageId) => {
        const address = addresses.make({ notificationId, messageId });
        expect(address).toMatch(/^[0-9a-v]{64}@bounces\.example\.com$/);
        expect(addresses.read(address)).toEqual({ notificationId, messageId });
      }),
    );
  });

  it('is read by any case, as servers fold it', () => {
    const ids = someIds();
    const address = addresses.make(ids);
    expect(addresses.read(address.toUpperCase())).toEqual(ids);
    expect(addresses.read(address.replace('example', 'Example'))).toEqual(ids);
  });

  it('is refused with any character altered, of ids or MAC', () => {
    const address = addresses.make(someIds());
    for (let at = 0; at < 64; at++) {
      const other = address[at] === '0' ? '1' : '0';
      expect(addresses.read(address.slice(0, at) + other + address.slice(at + 1))).toBeNull();
    }
  });

  it('is refused for another message, another key and another domain', () => {
    const [one, two] = [addresses.make(someIds()), addresses.make(someIds())];
    expect(addresses.read(one.slice(0, 52) + two.slice(52))).toBeNull();
    const others = createReturnAddresses({ domain, keys: [randomBytes(32)] });
    expect(others.read(one)).toBeNull();
    expect(addresses.read(one.replace(domain, 'example.com'))).toBeNull();
    // The domain is under the MAC: one key on two domains makes addresses of one only.
    const elsewhere = createReturnAddresses({ domain: 'b.example.org', keys: [key] });
    expect(elsewhere.read(one.replace(domain, 'b.example.org'))).toBeNull();
  });

  it('is made with the first key and read with all, so that keys can be rotated', () => {
    const ids = someIds();
    const next = randomBytes(32);
    const rotated = createReturnAddresses({ domain, keys: [next, key] });
    expect(rotated.read(addresses.make(ids))).toEqual(ids);
    expect(addresses.read(rotated.make(ids))).toBeNull();
  });

  it('is not in anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.emailAddress()), (text) => {
        expect(addresses.read(text)).toBeNull();
        expect(addresses.read(`${text}@${domain}`)).toBeNull();
      }),
    );
    expect(addresses.read('')).toBeNull();
  });

  it('is not made without a key, or of what is no UUID', () => {
    expect(() => createReturnAddresses({ domain, keys: [] })).toThrow('without a key');
    expect(() => addresses.make({ ...someIds(), messageId: 'm1' })).toThrow('UUIDs only');
  });
});
