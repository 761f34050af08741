import { closed } from '../../core/events/file/closed';
import { filled } from '../../core/events/file/template-parts';
import { fillText } from '../../core/events/templates/fill-parts';
import { withOriginBoundCode } from '../../core/events/templates/origin-bound-code';
import type { SmsPrice } from '../../core/sending/sms-prices';
import { type SmsSegments, smsSegments } from '../../core/sending/sms-segments';
import { defineContent } from '../content';

interface SmsMessage {
  text: string;
  /** For operators: its segments, and what they are expected to cost. */
  rich?: { segments?: SmsSegments; price?: SmsPrice };
}

export const sms = defineContent({
  shape: closed({ text: filled.describe('The text, a template.') }),
  render: ({ text }, fill): SmsMessage => ({ text: fillText(fill, text) }),
  complete: (given, { payload, otpDomain }): SmsMessage => {
    const text = withOriginBoundCode(given, payload, otpDomain);
    return { text, rich: { segments: smsSegments(text) } };
  },
  plainSigns: true,
});
