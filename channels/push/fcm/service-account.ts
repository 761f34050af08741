import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { baseUrl } from '../../http/base-url';

const keyFile = z.object({
  type: z.literal('service_account'),
  project_id: z.string().regex(/^[a-z0-9:.-]{1,64}$/),
  client_email: z.string().min(3).max(320),
  /** PEM. */
  private_key: z.string().refine(isRsaKey),
  /** Where access tokens are requested. */
  token_uri: baseUrl('https://oauth2.googleapis.com/token'),
});

/** The parts of a Google service account's key file that are used. */
export type ServiceAccount = z.output<typeof keyFile>;

/** The key file's JSON text as a setting. It stays text, so that it is stored as given. */
export const serviceAccountText = z
  .string()
  .max(20_000)
  .refine(
    (text) => readServiceAccount(text) !== null,
    'must be the JSON of a service account key, with type, project_id, client_email and private_key',
  );

/** Returns the account of a key file, null if the text is none. */
export function readServiceAccount(text: string): ServiceAccount | null {
  try {
    return keyFile.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
