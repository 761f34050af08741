/** Payload keys of a one-time code, in order of precedence. */
const CODE_KEYS = [
  'otp',
  'code',
  'pin',
  'token',
  'verificationCode',
  'verification_code',
  'oneTimeCode',
  'one_time_code',
];

/**
 * Adds the line by which phones offer a one-time code for auto-fill, `@domain #code`, as the last line of an
 * SMS. A text that already has the line keeps one copy. Without a domain or a code the text stays as it is.
 */
export function withOriginBoundCode(
  text: string,
  payload: Record<string, unknown>,
  otpDomain: string | null | undefined,
): string {
  const code = oneTimeCode(payload);
  if (!otpDomain || code === undefined) return text;
  const line = `@${otpDomain} #${code}`;
  const rest = text.split(/\r\n|\r|\n/).filter((other) => other.trim() !== line);
  const message = rest.join('\n').trimEnd();
  return message === '' ? line : `${message}\n\n${line}`;
}

function oneTimeCode(payload: Record<string, unknown>): string | undefined {
  for (const key of CODE_KEYS) {
    const value = Object.hasOwn(payload, key) ? payload[key] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const code = String(value).trim();
    // White space would end the code on the phone, and a line break would add a line.
    if (code !== '' && !/[\s\p{Cc}]/u.test(code)) return code;
  }
  return undefined;
}
