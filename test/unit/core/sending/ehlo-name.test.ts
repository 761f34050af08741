import { isEhloName } from '../../../../core/sending/ehlo-name';

it.each([
  'mail.example.net',
  'Mail-1.EXAMPLE.net',
  'a.bc',
  'xn--bcher-kva.example',
  '1.2.3.4.example',
  `${'a'.repeat(63)}.example`,
  `${'a.'.repeat(125)}bcd`,
  '[192.0.2.1]',
  '[IPv6:2001:db8::1]',
  '[ipv6:::1]',
])('%s is a name for EHLO', (name) => {
  expect(isEhloName(name)).toBe(true);
});

it.each([
  '',
  'mail',
  'mail.',
  '.example.net',
  '-mail.example.net',
  'mail-.example.net',
  'mail.example.net-',
  'mail_1.example.net',
  'mail.example.net x',
  'x mail.example.net',
  'mail..net',
  'mail.example.123',
  'a.b',
  `${'a'.repeat(64)}.example`,
  `a.${'b'.repeat(64)}`,
  `${'a.'.repeat(126)}bc`,
  '192.0.2.1',
  '[192.0.2]',
  '[2001:db8::1]',
  '[IPv6:192.0.2.1]',
  '[IPv6:]',
  '[]',
  'x[192.0.2.1]',
  '[192.0.2.1]x',
])('"%s" is none (RFC 5321, section 4.1.1.1)', (name) => {
  expect(isEhloName(name)).toBe(false);
});
