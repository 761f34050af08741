/** The number of parts of an SMS, each of which is paid for. */
export interface SmsSegments {
  encoding: 'GSM-7' | 'UCS-2';
  count: number;
}

/** The default alphabet of 3GPP TS 23.038 section 6.2.1, without its escape: one septet each. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension table (section 6.2.1.1): an escape and a character, two septets. */
const EXTENDED = new Set('\f^{}\\[~]|€');

/** Septets of a character in GSM-7; 0: it has none. */
const septets = (character: string): number => (BASIC.has(character) ? 1 : EXTENDED.has(character) ? 2 : 0);

/** Characters of UCS-2: two for a character outside the basic plane, which is a surrogate pair. */
const units = (character: string): number => character.length;

/** What a message of 140 octets holds, alone and beside the 6 octets that join it to others (3GPP TS 23.040). */
const ROOM = { 'GSM-7': { alone: 160, joined: 153 }, 'UCS-2': { alone: 70, joined: 67 } } as const;

/**
 * Returns the number of SMS that a text needs. One character outside GSM-7 makes all of it UCS-2. Neither an escape and its
 * character nor a surrogate pair is split, so a segment may stay one short. An empty text is one SMS.
 */
export function smsSegments(text: string): SmsSegments {
  const characters = [...text];
  const encoding = characters.every((one) => septets(one) > 0) ? 'GSM-7' : 'UCS-2';
  const widths = characters.map(encoding === 'GSM-7' ? septets : units);
  const { alone, joined } = ROOM[encoding];
  if (widths.reduce((sum, width) => sum + width, 0) <= alone) return { encoding, count: 1 };
  let count = 1;
  let filled = 0;
  for (const width of widths) {
    if (filled + width > joined) {
      count += 1;
      filled = 0;
    }
    filled += width;
  }
  return { encoding, count };
}
