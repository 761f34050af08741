import type { AttachmentStore } from '../../../core/sending/attachment-store';
import type { ResolveAll } from '../../../net/resolver/resolver';
import { createFolderStore } from './folder';
import { createS3Store } from './s3';
import type { FileStore } from './stored-file';

export interface StoreOptions {
  store: AttachmentStore;
  /** Keys of a bucket. */
  accessKeyId?: string;
  secretAccessKey?: string;
  resolve: ResolveAll;
}

/** Opens the store of attachments. */
export const openStore = ({
  store,
  accessKeyId = '',
  secretAccessKey = '',
  resolve,
}: StoreOptions): FileStore =>
  store.kind === 'folder'
    ? createFolderStore(store.path)
    : createS3Store({ store, accessKeyId, secretAccessKey, resolve });
