import { createHash } from 'node:crypto';
import type { AdminClient } from '../../cli/admin-client';
import type { SourceFile } from '../../core/events/file/source-file';
import { isEventFile, isSharedFile } from '../../core/events/file-kind';
import { parseEventFiles } from '../../rendering/event-files';

/** By environment and event: the hash of the file that `npm start` applied last. */
export type AppliedFiles = Record<string, Record<string, string>>;

interface Target {
  /** Parameter of the path of the application. */
  path: { app: string };
  environment: 'production' | 'sandbox';
  files: SourceFile[];
  applied: AppliedFiles;
}

/**
 * Applies event files to an environment. An event that somebody changed there since the last `npm start` stays as it is.
 * Returns the names of both, and remembers in `applied` what was applied.
 */
export async function applyEvents(
  admin: AdminClient,
  { path: { app }, environment, files, applied }: Target,
): Promise<{ names: string[]; changed: string[] }> {
  const path = { app, environment };
  const earlier = applied[environment] ?? {};
  const changed: string[] = [];
  const wanted: SourceFile[] = [];
  const parsed = parseEventFiles(files);
  const names = parsed.ok ? parsed.events.map(({ name }) => name) : [];
  const doing = `read the events of ${environment}`;
  const { events } = await admin.get(doing, '/admin/v1/applications/{app}/events/{environment}', path);
  const known = new Set(events.map(({ name }) => name));
  const parts = files.filter(isSharedFile);
  for (const [index, file] of files.filter(isEventFile).entries()) {
    const name = names[index] ?? '';
    const { event } = known.has(name)
      ? await admin.get(doing, '/admin/v1/applications/{app}/events/{environment}/{name}', { ...path, name })
      : { event: { source: null } };
    const isOurs =
      event.source === null || event.source === file.content || hashOf(event.source) === earlier[name];
    if (isOurs) wanted.push(file);
    else changed.push(name);
  }
  if (wanted.length === 0) return { names: [], changed };
  const pushed = await admin.put(
    `apply the events to ${environment}`,
    '/admin/v1/applications/{app}/events/{environment}',
    { ...path, body: { files: [...wanted, ...parts] } },
  );
  const hashes = wanted.map(({ content }, index) => [pushed.applied[index], hashOf(content)]);
  applied[environment] = { ...earlier, ...(Object.fromEntries(hashes) as Record<string, string>) };
  return { names: pushed.applied, changed };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
