const DEFAULT = '#1d4ed8';
const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Returns the colours of a button in the colour of a brand: the text is black or white, whichever is read better. */
export function buttonColours(colour: string | undefined): { background: string; text: string } {
  const background = colour !== undefined && HEX.test(colour) ? colour : DEFAULT;
  // Black is read better than white from this luminance on (WCAG 2.2, contrast ratio).
  return { background, text: luminanceOf(background) > 0.179 ? '#000000' : '#ffffff' };
}

/** Returns the relative luminance of a colour (WCAG 2.2). */
function luminanceOf(hex: string): number {
  const digits =
    hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : hex.match(/[0-9a-f]{2}/gi)!;
  const [red = 0, green = 0, blue = 0] = digits
    .map((pair) => parseInt(pair, 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
