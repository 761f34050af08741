import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The sources, and what is built of them, lie at different depths. */
const folderOf = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : folderOf(dirname(folder));

/** The folder of the package. */
export const PACKAGE_FOLDER = folderOf(__dirname);

/** The version in `package.json`. */
export const { version: VERSION } = JSON.parse(
  readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8'),
) as { version: string };

/** How every call to a provider names us. Some refuse whoever does not (resend.com/docs/api-reference, User-Agent). */
export const USER_AGENT = `heliograph/${VERSION}`;
