import express, { type Request, type RequestHandler, type Response } from 'express';
import { promisify } from 'node:util';
import type { Cell, Chosen } from '../../core/preferences/choices';
import { CATEGORY_NAME } from '../../core/preferences/category';
import { CHANNELS } from '../../core/shared/channels';
import { ApiError } from '../http/api-error';
import { bodyWithin } from '../http/middleware/body-within';

/** Maximum size of a form, in bytes. The largest page has 350 switches. */
const MOST_BYTES = 64 * 1024;
const read: RequestHandler = bodyWithin(MOST_BYTES, express.raw({ type: () => true, limit: MOST_BYTES }));

/** What a form of a preference page says. */
export interface PageForm {
  /** The mail program of the recipient unsubscribes (RFC 8058 section 3.2). */
  isOneClick: boolean;
  /** The button that was pressed. */
  action: string;
  chosen: Chosen[];
}

/** Reads a form, `application/x-www-form-urlencoded` or `multipart/form-data`. Throws a 400 for any other body. */
export async function readForm(request: Request, response: Response): Promise<PageForm> {
  await promisify<void>((done) => void read(request, response, done))();
  const type = request.get('content-type') ?? '';
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const form = await new globalThis.Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => null);
  if (!form) throw new ApiError('VALIDATION_ERROR', 'The body is not a form.');
  const textOf = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const on = new Set(form.getAll('on'));
  return {
    isOneClick: textOf('List-Unsubscribe') === 'One-Click',
    action: textOf('action'),
    chosen: form.getAll('shown').flatMap((value) => {
      const [name = '', state] = typeof value === 'string' ? value.split('=') : [];
      const cell = readCell(name);
      return cell ? [{ ...cell, shown: state === '1', on: on.has(name) }] : [];
    }),
  };
}

/** Names a switch in a form. */
export const cellName = ({ category, channel }: Cell): string => `${category ?? ''}/${channel}`;

function readCell(name: string): Cell | null {
  const [category = '', over] = name.split('/');
  const channel = CHANNELS.find((one) => one === over);
  if (!channel || (category !== '' && !CATEGORY_NAME.test(category))) return null;
  return { category: category || null, channel };
}
