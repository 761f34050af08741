import ipaddr from 'ipaddr.js';
import { loadConfig } from '../../../../process/config';
import { isInSubnets, parseSubnets } from '../../../../core/access/subnets';

const within = (text: string, address: string): boolean => {
  const read = parseSubnets(text);
  if ('problem' in read) throw new Error(read.problem);
  return isInSubnets(ipaddr.process(address), read.value);
};

test.each([
  ['10.20.0.0/16', '10.20.255.1', true],
  ['10.20.0.0/16', '10.21.0.1', false],
  ['10.20.0.0/16', '::ffff:10.20.0.1', true],
  ['10.20.0.0/16', '::1', false],
  ['192.168.1.7/32', '192.168.1.7', true],
  [' 10.20.0.0/16 , fd00:1234::/32,', 'fd00:1234:5::1', true],
  ['fd00:1234::/32', 'fd00:1235::1', false],
  ['fd00:1234::/32', '10.20.0.1', false],
  ['', '10.0.0.1', false],
])('of the networks %p, %s is in one: %p', (text, address, isIn) => {
  expect(within(text, address)).toBe(isIn);
});

test.each([
  ['10.20.0.0', /10\.20\.0\.0, which is not a network/],
  ['10.20.0.0/33', /not a network/],
  [`${':'.repeat(20_000)}/16`, /20003 characters, which is not a network/],
  ['10.20/16', /not a network/],
  ['010.20.0.0/16', /not a network/],
  ['example.com/16', /not a network/],
  ['fd00::/129', /not a network/],
  ['10.20.0.0/16;10.30.0.0/16', /not a network/],
  ['10.20.0.0/16,0.0.0.0/0', /0\.0\.0\.0\/0, which contains every address/],
  ['::/0', /every address/],
  ['10.20.3.4/16', /Write 10\.20\.0\.0\/16/],
  ['fd00:1234::1/32', /Write fd00:1234::\/32/],
  ['::ffff:10.0.0.0/104', /Write an IPv4 network in IPv4 notation/],
])('%p is refused when the service starts, and the error names what is wrong', (text, problem) => {
  const load = () => loadConfig({ WEBHOOK_ALLOWED_SUBNETS: text });
  expect(load).toThrow(/^These settings are not valid:\n {2}WEBHOOK_ALLOWED_SUBNETS: has /);
  expect(load).toThrow(problem);
});
