import { contentIdsIn } from '../../core/sending/inline-images';
import { ALONE, type Batch, type Provider, type RenderedContent, type SendResult } from '../provider';
import { type AttachmentSources, loadAttachments } from './attachments';

/**
 * Returns an e-mail provider that gets the content of every attachment. Each attempt fetches those with a URL or in the store again. A file
 * that cannot be fetched is the message's trouble, and not the provider's. An e-mail whose HTML shows an image that no
 * attachment is goes out, and the response of its attempt says so: its text is worth more than the image.
 */
export const withAttachments = (provider: Provider, sources: AttachmentSources): Provider => ({
  ...provider,
  ...(provider.batch && { batch: withoutFiles(provider.batch) }),
  async send(message, signal) {
    const { attachments = [] } = message.content;
    const noted = noteOf(message.content);
    if (attachments.length === 0) return noted(await provider.send(message, signal));
    const files = await loadAttachments(attachments, sources, signal);
    if ('outcome' in files) return { ...files, concerns: 'message' };
    return noted(
      await provider.send({ ...message, content: { ...message.content, attachments: files } }, signal),
    );
  },
});

/** Returns a batch without e-mails that have files. They go one by one: their bytes are large, and some batch calls take none. */
const withoutFiles = (batch: Batch): Batch => ({
  ...batch,
  takes: (message) => (message.content.attachments ?? []).length === 0 && (batch.takes?.(message) ?? true),
  async send(messages, signal) {
    const notes = messages.map(({ content }) => noteOf(content));
    const results = await batch.send(messages, signal);
    return results.map((result, at) => (result === ALONE ? result : (notes[at]?.(result) ?? result)));
  },
});

/** Returns what adds the images that are missing to the response of an accepted e-mail. */
function noteOf({ html = '', attachments = [] }: RenderedContent): (result: SendResult) => SendResult {
  const missing = contentIdsIn(html).filter((id) => attachments.every(({ contentId }) => contentId !== id));
  if (missing.length === 0) return (result) => result;
  const note = `the HTML shows cid:${missing.join(', cid:')}, which no attachment is`;
  return (result) =>
    result.outcome === 'sent' ? { ...result, response: `${result.response ?? ''}; ${note}` } : result;
}
