import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Sources and built files are at different depths. */
const folderOf = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : folderOf(dirname(folder));

/** Folder of the package. */
export const PACKAGE_FOLDER = folderOf(__dirname);

/** Version in `package.json`. */
export const { version: VERSION } = JSON.parse(
  readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8'),
) as { version: string };

/** User-Agent of every call to a provider. Some refuse calls without one (resend.com/docs/api-reference). */
export const USER_AGENT = `heliograph/${VERSION}`;
