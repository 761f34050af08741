import { z } from 'zod';
import { ADDRESS } from '../../temporal/server';
import type { PayloadKeys } from '../../temporal/payload-codec';
import { encryptionKeys, type Read, readBy, text } from './values';

function payloadKeys(text: string): Read<PayloadKeys> {
  const [first = '', ...others] = text.split(',');
  if (first.trim() !== 'none') return encryptionKeys(text);
  const read = encryptionKeys(others.join());
  return 'value' in read ? { value: [null, ...read.value] } : read;
}

export const temporal = {
  TEMPORAL_ADDRESS: z
    .string()
    .regex(ADDRESS, 'must be host:port')
    .default('127.0.0.1:7233')
    .describe(
      "Address of the Temporal frontend, as host:port. docs/operations/temporal.md describes this variable and the others of Temporal's clients.",
    ),
  TEMPORAL_NAMESPACE: text.default('default').describe('Temporal namespace of the workflows.'),
  TEMPORAL_TASK_QUEUE: text
    .default('heliograph')
    .describe('Prefix of the names of the Temporal task queues. API and worker need the same value.'),
  TEMPORAL_TLS: z
    .enum(['true', 'false', '1', '0'])
    .optional()
    .describe(
      '`true` connects to Temporal over TLS, `false` without TLS. If it is not set, TLS is used if TEMPORAL_API_KEY or any TEMPORAL_TLS_… setting is set.',
    ),
  TEMPORAL_TLS_CLIENT_CERT_PATH: z
    .string()
    .optional()
    .describe(
      'Path of the client certificate (PEM) that this process presents to Temporal (mTLS). It is read at the start and needs a client key. If it is not set, the process presents no certificate.',
    ),
  TEMPORAL_TLS_CLIENT_CERT_DATA: z
    .string()
    .optional()
    .describe('Client certificate (PEM) itself, instead of TEMPORAL_TLS_CLIENT_CERT_PATH.'),
  TEMPORAL_TLS_CLIENT_KEY_PATH: z
    .string()
    .optional()
    .describe('Path of the private key (PEM) of the client certificate.'),
  TEMPORAL_TLS_CLIENT_KEY_DATA: z
    .string()
    .optional()
    .describe('Private key (PEM) itself, instead of TEMPORAL_TLS_CLIENT_KEY_PATH.'),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: z
    .string()
    .optional()
    .describe(
      "Path of the certificate (PEM) of the authority that signs Temporal's certificates. If it is not set, the authorities that the system trusts are used.",
    ),
  TEMPORAL_TLS_SERVER_CA_CERT_DATA: z
    .string()
    .optional()
    .describe('Certificate of the authority (PEM) itself, instead of TEMPORAL_TLS_SERVER_CA_CERT_PATH.'),
  TEMPORAL_TLS_SERVER_NAME: z
    .string()
    .optional()
    .describe(
      "Name that Temporal's certificate must have. If it is not set, the certificate must have the host name of TEMPORAL_ADDRESS.",
    ),
  TEMPORAL_COMPRESSION: z
    .enum(['none', 'gzip'])
    .default('none')
    .describe(
      'Compression of the traffic between a worker and Temporal. `none` suits one machine or one network. `gzip` reduces the traffic to a distant Temporal.',
    ),
  TEMPORAL_API_KEY: z.string().optional().describe('API key for Temporal Cloud. It turns TLS on.'),
  TEMPORAL_CONFIG_FILE: z
    .string()
    .optional()
    .describe(
      'Path of a Temporal configuration file (TOML) with profiles. A variable overrides the value in the file.',
    ),
  TEMPORAL_PROFILE: z
    .string()
    .optional()
    .describe(
      "Profile of the configuration file to use. It can be set without TEMPORAL_CONFIG_FILE and then names a profile of the user's temporal.toml. If it is not set, the profile is `default`. If neither is set, no file is read.",
    ),
  TEMPORAL_ENCRYPTION_KEY: readBy(payloadKeys).describe(
    "Key that encrypts the payloads in Temporal's histories, 32 bytes in base64. Of several keys, separated by commas, the first encrypts and all decrypt. If the first is `none`, nothing new is encrypted. If it is not set, nothing is encrypted (docs/operations/temporal.md).",
  ),
};
