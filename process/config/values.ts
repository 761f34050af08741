import { z } from 'zod';

// The forms of values that several settings have.

/** A value that was read from a text, or what is wrong with the text. */
export type Read<T> = { value: T } | { problem: string };

/** A text that `read` reads. */
export const readBy = <T>(read: (text: string) => Read<T>, fallback = '') =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const result = read(text);
      if ('value' in result) return result.value;
      context.addIssue({ code: 'custom', message: result.problem });
      return z.NEVER;
    });

export const number = (fallback: number, min: number, max: number) =>
  z.coerce.number().min(min).max(max).default(fallback);
export const integer = (fallback: number, min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(min).max(max).default(fallback);
export const portNumber = z.coerce.number().int().min(0).max(65_535);
export const port = (fallback: number) => portNumber.default(fallback);
export const days = (fallback: number) => integer(fallback, 1, 36_500);
export const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

export const text = z.string().min(1);
/** An address of this machine on which to listen. */
export const loopback = text.default('127.0.0.1');
export const anyWebAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an http:// or https:// address',
});
/** The beginning of other addresses, without a slash at its end. */
export const webAddress = z
  .string()
  .regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, 'must be an http:// or https:// address without query')
  .transform((url) => url.replace(/\/+$/, ''));

/** Returns the entries of a list that is separated by commas. */
export const listIn = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
export const words = z.string().max(10_000).default('').transform(listIn);

/** Reads keys of 32 bytes, separated by commas. */
export function encryptionKeys(list: string): Read<Buffer[]> {
  const value = listIn(list).map((key) => Buffer.from(key, 'base64'));
  if (value.every((key) => key.length === 32)) return { value };
  return { problem: 'must be 32 bytes in base64 (openssl rand -base64 32)' };
}
