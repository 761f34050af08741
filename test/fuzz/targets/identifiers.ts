import fc from 'fast-check';
import {
  askedForm,
  identifierHash,
  identifiersWithin,
  maskedIdentifier,
} from '../../../core/contacts/asked-identifiers';
import { givenEmail, normalizeEmail, parseMailbox } from '../../../core/contacts/email-address';
import { parseE164 } from '../../../core/contacts/phone';
import { searchForm, searchRange } from '../../../core/contacts/search';
import { parseRecipient } from '../../../core/sending/recipient';
import { maskAddresses } from '../../../core/shared/mask-addresses';
import { changedText, repeated, text } from '../grammar';
import { fuzzTarget, promise } from '../target';

const pieces = fc.constantFrom(
  ...[
    '@',
    '.',
    '..',
    '+',
    '-',
    ' ',
    '(',
    ')',
    '<',
    '>',
    '"',
    ',',
    ';',
    '%',
    '\\',
    '/',
    'xn--',
    '。',
    '．',
    '＠',
    '\u00ad',
  ],
  ...[
    'ß',
    'ı',
    'K',
    '١',
    '12',
    '49',
    '1',
    '#',
    'U12345678',
    'C12345678',
    '\r\nBcc: x@y.co',
    '\u200d',
    '[127.0.0.1]',
    ':',
  ],
);
const SOURCES = [
  ...[
    'ada@example.com',
    'Ada <ada@example.com>',
    '"A, B" <a.b+c@bücher.example>',
    '+12025550123',
    '+49 (0)30-123456',
  ],
  ...[
    '+5215512345678',
    '5ff1a2a8-43dc-4a7f-8c2f-9d6ff1f1a222',
    'U12345678',
    '#general',
    'user-1',
    'a@b.co, c@d.co',
  ],
];
const scope = { applicationId: '5ff1a2a8-43dc-4a7f-8c2f-9d6ff1f1a222', environment: 'production' } as const;

/** The form in which an identifier is stored does not change when it is read again. */
export const identifiers = fuzzTarget<string>({
  name: 'identifiers',
  arbitrary: fc.oneof(
    changedText(SOURCES, pieces),
    changedText(SOURCES, pieces),
    text,
    repeated(fc.oneof(pieces, text)),
  ),
  check(input) {
    const email = normalizeEmail(input);
    if (email !== null) {
      promise(normalizeEmail(email) === email, () => `the address ${email} changes again`);
      promise(/^[\x21-\x7e]{3,254}$/.test(email), () => `the address ${JSON.stringify(email)}`);
      const mailbox = parseMailbox(`Name <${email}>`);
      promise(mailbox?.address === email, () => `${email} is another address in a mailbox`);
    }
    const phone = parseE164(input);
    if (phone !== null) {
      promise(/^\+[1-9]\d{4,16}$/.test(phone), () => `the number ${phone}`);
      promise(parseE164(phone) === phone, () => `the number ${phone} changes again: ${parseE164(phone)}`);
    }
    const mailbox = parseMailbox(input);
    if (mailbox) promise(givenEmail(mailbox.address) === mailbox.address, 'a mailbox has another address');
    promise(askedForm(askedForm(input)) === askedForm(input), 'an asked identifier changes again');
    promise(identifiersWithin({ to: [input] }).length <= 20, 'many identifiers');
    identifierHash('a2V5', askedForm(input));
    maskedIdentifier(input);
    maskAddresses(input);
    promise(searchForm(searchForm(input)) === searchForm(input), 'a search changes again');
    // Its route allows as many.
    const { from, before } = searchRange(scope, input.slice(0, 255));
    promise(from < before, 'a search has no range');
    parseRecipient(input, { slackChannels: false });
  },
});
