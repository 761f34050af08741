import type { Provider } from '../provider';
import type { AttachmentFetcher } from './attachment-fetch';
import { loadAttachments } from './attachments';

/** An e-mail provider that is handed the content of every attachment; each attempt fetches those with a URL anew. */
export const withAttachments = (provider: Provider, fetcher: AttachmentFetcher): Provider => ({
  ...provider,
  async send(message, signal) {
    const { attachments = [] } = message.content;
    if (attachments.length === 0) return provider.send(message, signal);
    const files = await loadAttachments(attachments, fetcher, signal);
    if ('outcome' in files) return files;
    return provider.send({ ...message, content: { ...message.content, attachments: files } }, signal);
  },
});
