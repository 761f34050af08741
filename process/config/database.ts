import { z } from 'zod';
import { encryptionKeys, integer, readBy } from './values';

export const database = {
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must start with mongodb:// or mongodb+srv://')
    .default('mongodb://127.0.0.1:27017/heliograph')
    .describe(
      'Connection string of MongoDB. Its path names the database. Use a replica set (docs/operations/docker.md). Whatever the options of the string say, writes wait for a majority and its journals, reads go to the primary, and both are retried.',
    ),
  MONGODB_POOL_SIZE: integer(50, 1, 1000).describe(
    'Maximum connections that one process opens to each MongoDB server for its operations. It overrides maxPoolSize in MONGODB_URI (docs/operations/scaling.md).',
  ),
};

export const encryption = {
  ENCRYPTION_KEY: readBy(encryptionKeys).describe(
    'Key that encrypts provider credentials, webhook secrets, suppression keys, keys of links and the content of sensitive events, 32 bytes in base64. Of several keys, separated by commas, the first encrypts and all decrypt. Without it, integrations and sensitive events cannot be added.',
  ),
};
