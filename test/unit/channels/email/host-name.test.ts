import { networkInterfaces } from 'node:os';
import { fullHostName, hostLiteral } from '../../../../channels/email/smtp/host-name';

it.each([
  ['worker-1.example.com', 'worker-1.example.com'],
  ['local.example.com', 'local.example.com'],
  ['6f0f7a7e1c2b', undefined],
  ['laptop.local', undefined],
  ['LAPTOP.LOCAL', undefined],
  ['ip-10-0-0-1.eu-west-1.compute.internal', undefined],
  ['localhost.localdomain', undefined],
  ['internal.com', 'internal.com'],
  ['10.0.0.1', undefined],
])('a host that is called %s is %s to servers elsewhere', (name, expected) => {
  expect(fullHostName(name)).toBe(expected);
});

test('a host without a name is called by an IPv4 address of its own in brackets, not by that of loopback', () => {
  const own = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `[${address}]`);
  if (own.length === 0) expect(hostLiteral()).toBeUndefined();
  else expect(own).toContain(hostLiteral());
});
