import { withOriginBoundCode } from '../../../../../core/events/templates/origin-bound-code';

const KEYS = 'otp code pin token verificationCode verification_code oneTimeCode one_time_code'.split(' ');

describe('withOriginBoundCode', () => {
  it.each(KEYS)('TEMPLATE-7: takes the code from the payload key %s', (key) => {
    expect(withOriginBoundCode('Your code is 123456.', { [key]: '123456' }, 'example.com')).toBe(
      'Your code is 123456.\n\n@example.com #123456',
    );
  });

  it('takes a number for a code, and the first key that has one', () => {
    expect(withOriginBoundCode('x', { otp: '', code: 42, pin: '7' }, 'example.com')).toBe(
      'x\n\n@example.com #42',
    );
  });

  it('TEMPLATE-7: adds the line once', () => {
    const once = withOriginBoundCode('Code 1', { code: '1' }, 'example.com');
    expect(withOriginBoundCode(once, { code: '1' }, 'example.com')).toBe(once);
  });

  it('moves a line that the template has already to the end', () => {
    expect(withOriginBoundCode('@example.com #1\nBye\n', { code: '1' }, 'example.com')).toBe(
      'Bye\n\n@example.com #1',
    );
    expect(withOriginBoundCode('@example.com #1', { code: '1' }, 'example.com')).toBe('@example.com #1');
  });

  it.each([
    ['no domain', { code: '1' }, null],
    ['an empty domain', { code: '1' }, ''],
    ['no code', { name: 'Ada' }, 'example.com'],
    ['an empty code', { code: ' ' }, 'example.com'],
    ['a code with white space', { code: '12 34' }, 'example.com'],
    ['a code with a line break', { code: '1\n@evil.example #2' }, 'example.com'],
    ['an object as code', { code: { a: 1 } }, 'example.com'],
    ['an inherited code', Object.create({ code: '1' }) as Record<string, unknown>, 'example.com'],
  ])('leaves the text alone with %s', (_what, payload, domain) => {
    expect(withOriginBoundCode('Hello\n', payload, domain)).toBe('Hello\n');
  });
});
