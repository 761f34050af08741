import type { Attachment, RichContent } from '../../core/sending/rich-content';
import { type AttachmentFailure, inTemplate, MAX_BYTES, tooMuch } from './attachment-failure';
import type { AttachmentFetcher, TakeBytes } from './attachment-fetch';
import { attemptSignal } from './attempt-signal';
import { contentTypeOf } from './content-type';
import type { AttachedFile } from './email-message';

export const MAX_FILES = 10;
/** The longest that fetching takes, milliseconds; so the provider keeps most of an attempt's time. */
export const FETCH_DEADLINE_MS = 10_000;

/** How long fetching the files of a message may take, milliseconds; 0 where all of them are in it. */
export const fetchingMs = ({ attachments = [] }: RichContent): number =>
  attachments.some(({ url }) => url !== undefined) ? FETCH_DEADLINE_MS : 0;

/**
 * The files of a message with their content, or why the message cannot be sent (now).
 *
 * | What happened                                                    | Outcome      | Code           |
 * |------------------------------------------------------------------|--------------|----------------|
 * | more than 10 files, no or two sources, a bad name, not base64    | permanent    | TEMPLATE_ERROR |
 * | URL not https, not public, answered 404, 410 or another 3xx, 4xx | permanent    | TEMPLATE_ERROR |
 * | more than 10 MB together                                         | permanent    | REJECTED       |
 * | 429                                                              | rate_limited | RATE_LIMITED   |
 * | no answer in time, 408                                           | transient    | TIMEOUT        |
 * | 5xx, connection refused or lost, TLS, DNS                        | transient    | PROVIDER_ERROR |
 */
export async function loadAttachments(
  attachments: readonly Attachment[],
  fetcher: AttachmentFetcher,
  signal: AbortSignal,
  deadlineMs = FETCH_DEADLINE_MS,
): Promise<AttachedFile[] | AttachmentFailure> {
  if (attachments.length > MAX_FILES) {
    return inTemplate(`a message takes ${MAX_FILES} attachments, this one has ${attachments.length}`);
  }
  let left = MAX_BYTES;
  const take: TakeBytes = (count) => (left -= count) >= 0;
  const deadline = attemptSignal(signal, deadlineMs);
  try {
    const loaded = await Promise.all(attachments.map((one) => load(one, fetcher, take, deadline.signal)));
    const failures = loaded.filter((one) => 'outcome' in one);
    const failure = failures.find(({ outcome }) => outcome === 'permanent') ?? failures[0];
    return failure ?? loaded.filter((one) => 'content' in one);
  } finally {
    deadline.release();
  }
}

async function load(
  { filename, contentType, content, url }: Attachment,
  fetcher: AttachmentFetcher,
  take: TakeBytes,
  signal: AbortSignal,
): Promise<AttachedFile | AttachmentFailure> {
  // What may be wrong with the name is not repeated.
  if (!/^[^\p{Cc}]{1,255}$/u.test(filename)) {
    return inTemplate('the file name of an attachment is empty, too long or has control characters');
  }
  if ((content === undefined) === (url === undefined)) {
    return inTemplate(`attachment "${filename}" must have either content or a URL`);
  }
  const type = contentTypeOf(filename, { given: contentType });
  if (!type) return inTemplate(`attachment "${filename}" has a content type that cannot be read`);
  if (content !== undefined) {
    const base64 = content.replace(/\s+/g, '');
    const bytes = Buffer.byteLength(base64, 'base64');
    if (!take(bytes)) return tooMuch();
    // Node reads anything as base64; only what it writes the same again was some.
    if (bytes === 0 || Buffer.from(base64, 'base64').toString('base64') !== base64) {
      return inTemplate(`the content of attachment "${filename}" is not base64`);
    }
    return { filename, contentType: type, content: base64 };
  }
  const fetched = await fetcher.fetch({ url: url ?? '', filename, take, signal });
  if ('outcome' in fetched) return fetched;
  const fetchedType = contentTypeOf(filename, { given: contentType, answered: fetched.contentType });
  return { filename, contentType: fetchedType ?? type, content: fetched.bytes.toString('base64') };
}
