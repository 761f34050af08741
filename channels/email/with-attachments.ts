import type { Provider } from '../provider';
import type { AttachmentFetcher } from './attachment-fetch';
import { loadAttachments } from './attachments';

/**
 * Returns an e-mail provider that gets the content of every attachment. Each attempt fetches those with a URL again. A file
 * that cannot be fetched is the message's trouble, and not the provider's.
 */
export const withAttachments = (provider: Provider, fetcher: AttachmentFetcher): Provider => ({
  ...provider,
  async send(message, signal) {
    const { attachments = [] } = message.content;
    if (attachments.length === 0) return provider.send(message, signal);
    const files = await loadAttachments(attachments, fetcher, signal);
    if ('outcome' in files) return { ...files, concerns: 'message' };
    return provider.send({ ...message, content: { ...message.content, attachments: files } }, signal);
  },
});
