import { type Failure, failure } from './http/verdict';

/** Returns the refusal of a text of more than `limit` characters, null if it fits. An emoji of two UTF-16 units is one. */
export function refuseLongText(text: string, limit: number): Failure | null {
  const count = [...text].length;
  if (count <= limit) return null;
  return failure('message', `The text has ${count} characters. The limit is ${limit}. Shorten the template.`);
}

/** Returns the refusal of a message or request of more than `limit` bytes, null if it fits. */
export function refuseLarge(bytes: number, limit: number): Failure | null {
  if (bytes <= limit) return null;
  return failure('message', `The message has ${sizeOf(bytes)}. The provider accepts ${sizeOf(limit)}.`);
}

const MB = 1024 * 1024;
const sizeOf = (bytes: number): string => (bytes < MB ? `${bytes} bytes` : `${(bytes / MB).toFixed(1)} MB`);
