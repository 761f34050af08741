import { closed } from '../../core/events/file/closed';
import { filled } from '../../core/events/file/template-parts';
import { fillText } from '../../core/events/templates/fill-parts';
import { withOriginBoundCode } from '../../core/events/templates/origin-bound-code';
import { type SmsSegments, smsSegments } from '../../core/sending/sms-segments';
import { defineContent } from '../content';

interface SmsMessage {
  text: string;
  /** `segments`: what it costs, for operators. */
  rich?: { segments?: SmsSegments };
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
