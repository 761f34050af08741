import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { baseUrl } from '../../http/base-url';

/** The parts of a Google service account's key file that are used. */
export interface ServiceAccount {
  project_id: string;
  client_email: string;
  /** PEM, RSA. */
  private_key: string;
  /** Where access tokens are had. */
  token_uri: string;
}

const keyFile = z.object({
  type: z.literal('service_account'),
  project_id: z.string().regex(/^[a-z0-9:.-]{1,64}$/),
  client_email: z.string().min(3).max(320),
  private_key: z.string().refine(isRsaKey),
  token_uri: baseUrl('https://oauth2.googleapis.com/token'),
});

/** The key file's JSON text as a setting; stays text, so that it can be stored as it was given. */
export const serviceAccountText = z
  .string()
  .max(20_000)
  .refine(
    (text) => readServiceAccount(text) !== null,
    'must be the JSON of a service account key, with type, project_id, client_email and private_key',
  );

/** The account of a key file, null where the text is none. */
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
