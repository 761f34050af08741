import type { Attachment } from '../../core/sending/attachment';
import type { RichContent } from '../../core/sending/rich-content';
import { type Failure, failure } from '../http/verdict';
import { storageProblem } from '../../core/sending/attachment-store';
import { type FetchedFile, MAX_BYTES, type TakeBytes, tooLargeTogether } from './attachment-body';
import type { AttachmentFetcher } from './attachment-fetch';
import { attemptSignal } from '../../process/attempt-signal';
import { contentTypeOf } from './content-type';
import type { AttachedFile } from './email-message';
import type { StoredRequest } from './stored/stored-file';

/** What reads the files that a message names. */
export interface AttachmentSources extends Pick<AttachmentFetcher, 'fetch'> {
  /** Reads a file of the application's folder in the store. Absent: there is no store. */
  read?: (request: Omit<StoredRequest, 'applicationId'>) => Promise<FetchedFile | Failure>;
}

const MAX_FILES = 10;
/** Maximum time for fetching, milliseconds. The provider keeps most of an attempt's time. */
const FETCH_DEADLINE_MS = 10_000;

/** Returns how long getting the files of a message may take, milliseconds. 0 if the message contains all of them. */
export const fetchingMs = ({ attachments = [] }: RichContent): number =>
  attachments.some(({ url, storage }) => (url ?? storage) !== undefined) ? FETCH_DEADLINE_MS : 0;

/**
 * Returns the files of a message with their content, or why the message cannot be sent (now).
 *
 * | What happened                                                    | Outcome      | Code           |
 * |------------------------------------------------------------------|--------------|----------------|
 * | more than 10 files, no or two sources, a bad name, not base64    | permanent    | TEMPLATE_ERROR |
 * | a path that leads out of the store's folder, no store            | permanent    | TEMPLATE_ERROR |
 * | URL not https, not public, answered 404, 410 or another 3xx, 4xx | permanent    | TEMPLATE_ERROR |
 * | more than 10 MB together                                         | permanent    | REJECTED       |
 * | 429                                                              | rate_limited | RATE_LIMITED   |
 * | no answer in time, 408                                           | transient    | TIMEOUT        |
 * | 5xx, connection refused or lost, TLS, DNS                        | transient    | PROVIDER_ERROR |
 *
 * What becomes of a file of the store is in `stored/s3.ts` and `stored/folder.ts`.
 */
export async function loadAttachments(
  attachments: readonly Attachment[],
  sources: AttachmentSources,
  signal: AbortSignal,
  deadlineMs = FETCH_DEADLINE_MS,
): Promise<AttachedFile[] | Failure> {
  if (attachments.length > MAX_FILES) {
    return failure(
      'template',
      `a message may have at most ${MAX_FILES} attachments, and this one has ${attachments.length}`,
    );
  }
  let left = MAX_BYTES;
  const take: TakeBytes = (count) => (left -= count) >= 0;
  const deadline = attemptSignal(signal, deadlineMs);
  try {
    const loaded = await Promise.all(attachments.map((one) => load(one, sources, take, deadline.signal)));
    const failures = loaded.filter((one) => 'outcome' in one);
    const first = failures.find(({ outcome }) => outcome === 'permanent') ?? failures[0];
    return first ?? loaded.filter((one) => 'content' in one);
  } finally {
    deadline.release();
  }
}

async function load(attachment: Attachment, ...how: Fetching): Promise<AttachedFile | Failure> {
  const { contentId } = attachment;
  const file = await read(attachment, ...how);
  return 'outcome' in file || contentId === undefined ? file : { ...file, contentId };
}

type Fetching = [sources: AttachmentSources, take: TakeBytes, signal: AbortSignal];

async function read(
  { filename, contentType, content, url, storage }: Attachment,
  ...[sources, take, signal]: Fetching
): Promise<AttachedFile | Failure> {
  // The name may be unfit to be shown.
  if (!/^[^\p{Cc}]{1,255}$/u.test(filename)) {
    return failure('template', 'the file name of an attachment is empty, too long or has control characters');
  }
  if ([content, url, storage].filter((one) => one !== undefined).length !== 1) {
    return failure('template', `attachment "${filename}" must have one of content, a URL and storage`);
  }
  const type = contentTypeOf(filename, { given: contentType });
  if (!type) return failure('template', `attachment "${filename}" has an invalid content type`);
  if (content !== undefined) {
    const base64 = content.replace(/\s+/g, '');
    const bytes = Buffer.byteLength(base64, 'base64');
    if (!take(bytes)) return tooLargeTogether();
    // Node reads anything as base64. Only if it writes the same text again was it base64.
    if (bytes === 0 || Buffer.from(base64, 'base64').toString('base64') !== base64) {
      return failure('template', `the content of attachment "${filename}" is not base64`);
    }
    return { filename, contentType: type, content: base64 };
  }
  const fetched =
    storage === undefined
      ? await sources.fetch({ url: url ?? '', filename, take, signal })
      : await readStored(storage, { filename, take, signal }, sources);
  if ('outcome' in fetched) return fetched;
  const fetchedType = contentTypeOf(filename, { given: contentType, answered: fetched.contentType });
  return { filename, contentType: fetchedType ?? type, content: fetched.bytes.toString('base64') };
}

function readStored(
  path: string,
  request: Omit<StoredRequest, 'applicationId' | 'path'>,
  { read: fromStore }: AttachmentSources,
): Promise<FetchedFile | Failure> | Failure {
  const attachment = `attachment "${request.filename}"`;
  const problem = storageProblem(path);
  if (problem !== undefined) return failure('template', `${attachment}: its storage ${problem}`);
  if (fromStore) return fromStore({ path, ...request });
  return failure('template', `${attachment} has "storage", and the worker has no ATTACHMENT_STORE`);
}
