import { exactFingerprintOf, fingerprintOf } from '../../../../core/shared/fingerprint';
import { examineJson } from '../../../../core/shared/json-text';

function examine(text: string) {
  const parsed: unknown = JSON.parse(text);
  const examination = examineJson(text, parsed);
  let step = examination.next();
  while (!step.done) step = examination.next();
  return { parsed, examined: step.value };
}

function problemOf(text: string): unknown {
  const { examined } = examine(text);
  return 'rule' in examined ? examined.path : null;
}

function exactOf(text: string): string {
  const { parsed, examined } = examine(text);
  if ('rule' in examined) throw new Error(examined.rule);
  return exactFingerprintOf({ method: 'POST', path: '/', body: parsed }, examined.exact);
}

describe('REQUEST-18: a number', () => {
  test.each([
    ...['0', '-0', '0.0', '0e999999999999999999999', '0.1', '-1.5e-7', '1e21', '1e22', '1e300', '5e-324'],
    ...[
      '9007199254740991',
      '9007199254740992',
      '9007199254740994',
      '-9007199254740994.000',
      '12345678901234567e3',
    ],
    ...['1.7976931348623157e308', '0.10000000000000001', '3.14159265358979323846264338327950288'],
    ...['9007199254740990.9', `0.${'0'.repeat(200)}1`, `1${'0'.repeat(22)}`, `1${'0'.repeat(300)}e-300`],
  ])('%s is one that a double holds', (number) => {
    expect(problemOf(`{"a":[1,${number}]}`)).toBeNull();
  });

  test.each([
    ...[
      '9007199254740993',
      '-9007199254740993',
      '9007199254740993.0',
      '12345678901234567890',
      '9007199254740993e0',
    ],
    // The double has the first one's value, but JSON writes it as 12345678901234567000.
    ...[
      '12345678901234567168',
      '90071992547409921.5',
      '1.8e308',
      '1e400',
      '-1e400',
      '1e999999',
      '1e-400',
      '2e-324',
    ],
    ...['1'.repeat(200_000), `0.${'0'.repeat(400)}1`, `1${'0'.repeat(400)}`],
  ])('%.40s is one that a double cannot hold', (number) => {
    expect(problemOf(`{"a":[1,${number}]}`)).toEqual(['a', 1]);
  });
});

describe('REQUEST-19: a key', () => {
  test.each<[string, PropertyKey[]]>([
    ['{"a":1,"a":1}', ['a']],
    ['{"b":{"a":1},"c":[[],{"x":0,"a":{"a":1},"\\u0061":2}]}', ['c', 1, 'a']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    ['{"\\"":1,"\\u0022":2}', ['"']],
    ['{"a":{"b":[1]},"a":7}', ['a']],
  ])('in %s is repeated', (text, path) => {
    expect(problemOf(text)).toEqual(path);
  });

  test.each([
    '{"a":{"a":{"a":"a"}},"b":["a","a",{"a":1},{"a":1}]}',
    '{"a":"\\"a\\":1,\\"a\\":2","A":"\\\\","":{}}',
    ' \n{ "a" : true , "b" : null } ',
    '"text"',
    '12345678901234567890',
  ])('in %s is not repeated', (text) => {
    expect(problemOf(text)).toBeNull();
  });
});

describe('IDEMPOTENCY-4: the exact fingerprint', () => {
  const LONG = '{"b":{"y":0.12345678901234567890,"x":[1,2.5]},"a":[0.1,1.00000000000000000001]}';

  test('it is empty if the doubles have the values', () => {
    expect(exactOf('{"a":0.1,"b":[1.0,1e2,-0,9007199254740994.00000]}')).toBe('');
  });

  test.each([
    [
      'another order of keys',
      '{"a":[0.1,1.00000000000000000001],"b":{"x":[1,2.5],"y":0.12345678901234567890}}',
      true,
    ],
    [
      'other spellings',
      '{"b":{"y":1.2345678901234567890e-1,"x":[1.0,25e-1]},"a":[0.1,1.000000000000000000010]}',
      true,
    ],
    ['another last digit', LONG.replace('7890,', '7891,'), false],
    ['the double instead', LONG.replace('1.00000000000000000001', '1'), false],
    ['another sign', LONG.replace('1.0000', '-1.0000'), false],
    ['another place', LONG.replace('[0.1,1.00000000000000000001]', '[1.00000000000000000001,0.1]'), false],
  ])('with %s: the same is %s', (_what, other, isSame) => {
    expect(exactOf(other) === exactOf(LONG)).toBe(isSame);
  });

  test('what the doubles say has the fingerprint of earlier releases', () => {
    const of = (text: string) =>
      fingerprintOf({ method: 'POST', path: '/', body: JSON.parse(text) as unknown });
    expect(of('{"a":0.12345678901234567890}')).toBe(of('{"a":0.12345678901234568}'));
  });
});

test('a text of 1 MB is examined in slices, whatever is in it', () => {
  const text = `{"a":[${Array<string>(40_000).fill('0.1234567890123456789').join(',')}]}`;
  const examination = examineJson(text, JSON.parse(text));
  let slices = 1;
  while (!examination.next().done) slices += 1;
  expect(slices).toBeGreaterThan(text.length / 100_000);
});
