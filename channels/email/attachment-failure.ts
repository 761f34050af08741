import type { SendResult } from '../provider';

/** Of all files of a message together. */
export const MAX_BYTES = 10 * 1024 * 1024;

export type AttachmentFailure = Exclude<SendResult, { outcome: 'sent' }>;

export const inTemplate = (response: string): AttachmentFailure => ({
  outcome: 'permanent',
  code: 'TEMPLATE_ERROR',
  response,
});

export const tooMuch = (): AttachmentFailure => ({
  outcome: 'permanent',
  code: 'REJECTED',
  response: `the attachments have more than ${MAX_BYTES / 1024 / 1024} MB together`,
});
