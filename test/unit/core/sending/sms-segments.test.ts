import fc from 'fast-check';
import { smsSegments } from '../../../../core/sending/sms-segments';
import { anyText } from '../../../support/any-text';

const BASIC = '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCÄÖÑÜ§¿xyzäöñüà';
const EXTENDED = '\f^{}\\[~]|€';

describe('the segments of an SMS', () => {
  it.each([
    ['an empty text', '', 'GSM-7', 1],
    ['every kind of basic character', BASIC, 'GSM-7', 1],
    ['160 basic characters', 'a'.repeat(160), 'GSM-7', 1],
    ['161 basic characters', 'a'.repeat(161), 'GSM-7', 2],
    ['306 basic characters', 'a'.repeat(306), 'GSM-7', 2],
    ['307 basic characters', 'a'.repeat(307), 'GSM-7', 3],
    ['1530 basic characters', 'a'.repeat(1530), 'GSM-7', 10],
    ['1531 basic characters', 'a'.repeat(1531), 'GSM-7', 11],
    ['80 characters of the extension table', '€'.repeat(80), 'GSM-7', 1],
    ['81 characters of the extension table', '€'.repeat(81), 'GSM-7', 2],
    // 76 pairs fill 152 of 153 septets: the 77th is not split.
    ['152 of the extension table', '€'.repeat(152), 'GSM-7', 2],
    ['153 of the extension table', '€'.repeat(153), 'GSM-7', 3],
    ['one character outside GSM-7', 'ł', 'UCS-2', 1],
    ['a small c with cedilla, which GSM-7 lacks', 'ç', 'UCS-2', 1],
    ['a tab, which GSM-7 lacks', 'a\tb', 'UCS-2', 1],
    ['70 characters of UCS-2', 'ł'.repeat(70), 'UCS-2', 1],
    ['71 characters of UCS-2', 'ł'.repeat(71), 'UCS-2', 2],
    ['134 characters of UCS-2', 'ł'.repeat(134), 'UCS-2', 2],
    ['135 characters of UCS-2', 'ł'.repeat(135), 'UCS-2', 3],
    ['35 surrogate pairs', '😀'.repeat(35), 'UCS-2', 1],
    ['36 surrogate pairs', '😀'.repeat(36), 'UCS-2', 2],
    // 33 pairs fill 66 of 67: the 34th is not split.
    ['66 surrogate pairs', '😀'.repeat(66), 'UCS-2', 2],
    ['67 surrogate pairs', '😀'.repeat(67), 'UCS-2', 3],
    ['a lone surrogate', '\ud83d', 'UCS-2', 1],
  ])('of %s', (_what, text, encoding, count) => {
    expect(smsSegments(text)).toEqual({ encoding, count });
  });

  const gsm = fc.string({ unit: fc.constantFrom(...BASIC, ...EXTENDED), maxLength: 2000 });
  const any = anyText({ maxLength: 700 });

  it('are as few as fit: no fewer octets than the text has, no more than one lost per segment', () => {
    fc.assert(
      fc.property(fc.oneof(gsm, any), (text) => {
        const { encoding, count } = smsSegments(text);
        const size =
          encoding === 'GSM-7'
            ? [...text].reduce((sum, one) => sum + (EXTENDED.includes(one) ? 2 : 1), 0)
            : text.length;
        const [alone, joined] = encoding === 'GSM-7' ? [160, 153] : [70, 67];
        if (size <= alone) return count === 1;
        return count > 1 && count >= Math.ceil(size / joined) && count <= Math.ceil(size / (joined - 1));
      }),
    );
  });

  it('are never fewer for a longer text', () => {
    fc.assert(
      fc.property(gsm, any, (one, other) => {
        const whole = smsSegments(one + other);
        return whole.count >= smsSegments(one).count && whole.count >= smsSegments(other).count;
      }),
    );
  });

  it('are of UCS-2 exactly where a character is not in GSM-7', () => {
    fc.assert(fc.property(gsm, (text) => smsSegments(text).encoding === 'GSM-7'));
    fc.assert(fc.property(gsm, gsm, (a, b) => smsSegments(`${a}ж${b}`).encoding === 'UCS-2'));
  });
});
