/** What cannot stand everywhere in a tag, in HTML, in MJML and in YAML. */
const SPECIAL = /[^\w .,:;?\u0080-\uffff-]/g;

/** Returns a text as a string of a tag may have it: `{` is `%7B`. Letters of all languages stay as they are. */
export const encodeText = (text: string): string =>
  text.replace(SPECIAL, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

export const decodeText = (text: string): string =>
  text.replace(/%([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16)));
