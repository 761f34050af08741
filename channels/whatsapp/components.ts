import { z } from 'zod';
import { closed } from '../../core/events/file/closed';
import { filled } from '../../core/events/file/template-parts';
import { ADDRESS } from '../../core/events/templates/escaping';
import type { Fill } from '../../core/events/templates/fill';
import { TemplateError } from '../../core/events/templates/template-error';

/** The value of a template's header: of its placeholder, or the media that it shows. */
export type WhatsAppHeader =
  | { type: 'text'; text: string }
  | { type: 'image' | 'video'; link: string }
  | { type: 'document'; link: string; filename?: string };

/** The value of a button, which Meta names by its place among all buttons of the template. */
export interface WhatsAppButton {
  type: (typeof BUTTONS)[number];
  index: number;
  value: string;
}

const MEDIA = ['image', 'video', 'document'] as const;
const BUTTONS = ['url', 'quick_reply', 'copy_code'] as const;
const MAX_BUTTONS = 10;
/** Maximum numbers of buttons of a type ("Template components"). */
const MOST_OF = { url: 2, quick_reply: MAX_BUTTONS, copy_code: 1 } as const;
/** Maximum numbers of characters ("Template components", "Limited-time offer templates"). For a quick reply Meta has none. */
const LONGEST = { text: 60, url: 2000, quick_reply: Infinity, copy_code: 15 } as const;

const INDEX = `must be a whole number from 0 to ${MAX_BUTTONS - 1}`;

const isOpen = (text: string): boolean => text.includes('{{');
const isLink = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** A text that Meta limits. The length of one with an expression is known at the send. */
const limited = (name: keyof typeof LONGEST) =>
  filled.refine(
    (text) => isOpen(text) || text.length <= LONGEST[name],
    `may have at most ${LONGEST[name]} characters`,
  );
const link = filled.refine((text) => isOpen(text) || isLink(text), 'must be an http:// or https:// address');

const count = (given: object, keys: readonly string[]): number => keys.filter((key) => key in given).length;
const oneOf = (keys: readonly string[]) => ({ oneOf: keys.map((key) => ({ required: [key] })) });

/** `header` of an approved template. */
export const header = closed({
  text: limited('text')
    .optional()
    .describe('Value of the placeholder in a header of text, at most 60 characters.'),
  image: link.optional().describe('Address of the picture that the header shows.'),
  video: link.optional().describe('Address of the video that the header shows.'),
  document: link.optional().describe('Address of the document that the header shows.'),
  filename: filled.optional().describe('Name of the document, such as `invoice.pdf`.'),
})
  .refine(
    (given) => count(given, ['text', ...MEDIA]) === 1,
    'needs one of "text", "image", "video" and "document"',
  )
  .refine(
    ({ filename, document }) => filename === undefined || document !== undefined,
    'has a "filename", which needs "document"',
  )
  .meta(oneOf(['text', ...MEDIA]));

const button = closed({
  url: limited('url')
    .optional()
    .describe('End of the address that the button opens. Values are encoded for an address.'),
  quick_reply: filled.optional().describe('What Meta reports if the button is tapped, such as `STOP`.'),
  copy_code: limited('copy_code').optional().describe('Code that the button copies, at most 15 characters.'),
  index: z
    .number()
    .int(INDEX)
    .min(0, INDEX)
    .max(MAX_BUTTONS - 1, INDEX)
    .optional()
    .describe('Place among all buttons of the template, from 0. Without it: the place in this list.'),
})
  .refine((given) => count(given, BUTTONS) === 1, 'needs one of "url", "quick_reply" and "copy_code"')
  .meta(oneOf(BUTTONS));

/** `buttons` of an approved template: those that need a value. */
export const buttons = z
  .array(button)
  .min(1, 'must not be empty')
  .max(MAX_BUTTONS, `may have at most ${MAX_BUTTONS} buttons`)
  .superRefine((list, context) => {
    const found = (message: string) => context.addIssue({ code: 'custom', message });
    for (const type of BUTTONS)
      if (list.filter((one) => type in one).length > MOST_OF[type])
        found(`may have at most ${MOST_OF[type]} of "${type}"`);
    const places = list.map(({ index }, position) => index ?? position);
    const twice = places.find((place, position) => places.indexOf(place) !== position);
    if (twice !== undefined)
      found(`has the index ${twice} twice: give each button its place in the template`);
  });

/** Returns the value of a header. Spaces and line breaks at its ends are left out. */
export function headerOf(given: z.output<typeof header>, fill: Fill): WhatsAppHeader {
  const valueOf = (name: string, source: string) => valueAt(`header.${name}`, source, fill);
  if (given.text !== undefined)
    return { type: 'text', text: short('header.text', valueOf('text', given.text), 'text') };
  const type = MEDIA.find((name) => given[name] !== undefined) ?? 'image';
  const address = valueOf(type, given[type] ?? '');
  if (!isLink(address))
    throw new TemplateError(`whatsapp header.${type}: is not an http:// or https:// address`);
  if (type !== 'document') return { type, link: address };
  const filename = given.filename === undefined ? undefined : valueOf('filename', given.filename);
  return { type, link: address, ...(filename !== undefined && { filename }) };
}

/** Returns the values of the buttons. */
export const buttonsOf = (list: z.output<typeof buttons>, fill: Fill): WhatsAppButton[] =>
  list.map((one, position) => {
    const type = BUTTONS.find((name) => one[name] !== undefined) ?? 'url';
    const place = `buttons[${position}].${type}`;
    const value = valueAt(place, one[type] ?? '', fill, type === 'url' ? ADDRESS : 'text');
    return { type, index: one.index ?? position, value: short(place, value, type) };
  });

/** Returns a value in one line. WhatsApp refuses an empty one. */
export function valueAt(
  place: string,
  source: string,
  fill: Fill,
  mode: Parameters<Fill>[2] = 'text',
): string {
  const value = fill(place, source, mode).replace(/\s+/g, ' ').trim();
  if (value === '') throw new TemplateError(`whatsapp ${place}: is empty, which WhatsApp refuses`);
  return value;
}

function short(place: string, value: string, name: keyof typeof LONGEST): string {
  const { length } = value;
  if (length <= LONGEST[name]) return value;
  throw new TemplateError(
    `whatsapp ${place}: has ${length} characters, and WhatsApp allows ${LONGEST[name]}`,
  );
}
