import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { DataFolder } from './data-folder';

const FILE = 'credentials.json';
const schema = z.object({
  adminKey: z.string().regex(/^admin_.{26,}$/),
  demo: z.object({ production: z.string(), sandbox: z.string() }).optional(),
});

/** Keys of this development installation. The service keeps only hashes, so they live here. */
export type Credentials = z.infer<typeof schema>;

/** The keys of an earlier start, or new ones. */
export async function loadCredentials(folder: DataFolder): Promise<Credentials> {
  const parsed = schema.safeParse(await folder.readJson(FILE));
  if (parsed.success) return parsed.data;
  const credentials = { adminKey: `admin_${randomBytes(24).toString('hex')}` };
  saveCredentials(folder, credentials);
  return credentials;
}

/** Writes the keys so that only their owner can read them. */
export function saveCredentials(folder: DataFolder, credentials: Credentials): void {
  folder.writeJson(FILE, credentials);
}
