import { type AttachmentStore, parseAttachmentStore } from '../../core/sending/attachment-store';
import { type Read, readBy, text } from './values';

const storeIn = (address: string): Read<AttachmentStore | undefined> =>
  address === '' ? { value: undefined } : parseAttachmentStore(address);

export const attachments = {
  ATTACHMENT_STORE: readBy(storeIn).describe(
    'Store from which workers read attachments with `storage`: a bucket that speaks S3, such as s3://bucket/prefix?region=eu-central-1 or s3://bucket?endpoint=https://minio.example.com, or a folder, such as file:///srv/attachments. Each application reads only its own folder in it, which is named by its id. If it is not set, attachments with `storage` fail.',
  ),
  ATTACHMENT_STORE_ACCESS_KEY_ID: text
    .optional()
    .describe(
      'Access key of the bucket in ATTACHMENT_STORE. It needs the permissions s3:GetObject and s3:ListBucket.',
    ),
  ATTACHMENT_STORE_SECRET_ACCESS_KEY: text.optional().describe('Secret of ATTACHMENT_STORE_ACCESS_KEY_ID.'),
};
