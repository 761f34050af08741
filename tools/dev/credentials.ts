import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { DataFolder } from './data-folder';

const FILE = 'credentials.json';
const schema = z.object({
  adminKey: z
    .string()
    .regex(/^admin_.{26,}$/)
    .default(() => `admin_${randomBytes(24).toString('hex')}`),
  encryptionKey: z.string().default(() => randomBytes(32).toString('base64')),
  demo: z.object({ production: z.string(), sandbox: z.string() }).optional(),
});

/** Keys of this development installation. The service keeps only hashes, so they are stored here. */
export type Credentials = z.infer<typeof schema>;

/** Returns the keys of an earlier start, or new ones. */
export async function loadCredentials(folder: DataFolder): Promise<Credentials> {
  const earlier = schema.safeParse((await folder.readJson(FILE)) ?? {});
  const credentials = earlier.success ? earlier.data : schema.parse({});
  saveCredentials(folder, credentials);
  return credentials;
}

/** Writes the keys so that only their owner can read them. */
export function saveCredentials(folder: DataFolder, credentials: Credentials): void {
  folder.writeJson(FILE, credentials);
}
