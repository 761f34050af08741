import { detectMimeType } from 'nodemailer/lib/mime-funcs';

/** Matches a media type with its parameters (RFC 9110 section 8.3.1). */
const MEDIA_TYPE =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"[^"\\\p{Cc}]*"))*$/u;
const UNKNOWN = 'application/octet-stream';

/**
 * Returns the media type of a file: the one the template gives, else the one its server answered, else the one of its
 * name. Null if the given one is no media type.
 */
export function contentTypeOf(
  filename: string,
  { given, answered }: { given?: string; answered?: string },
): string | null {
  if (given !== undefined) return MEDIA_TYPE.test(given) ? given : null;
  // Servers that do not know a type say octet-stream, which is no better than the name.
  if (answered && MEDIA_TYPE.test(answered) && !/^(?:application|binary)\/octet-stream/i.test(answered)) {
    return answered;
  }
  const extension = /\.([^.]+)$/.exec(filename)?.[1];
  return extension ? detectMimeType(extension) : UNKNOWN;
}
