import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import type { Violation } from '../support/random/violation';
import type { Stack } from '../support/stack';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Most notifications that are saved: a defect that concerns all is seen in a few. */
const MOST = 50;

/** Ids in what violations say. */
export const idsIn = (violations: Violation[]): string[] =>
  violations.flatMap(({ what }) => what.match(UUID) ?? []);

/** Saves what there is of notifications, because their servers end with the run: document, history, and what Temporal waits for. */
export async function saveEvidence({ store, temporal }: Stack, ids: string[], folder: string): Promise<void> {
  const directory = path.join(folder, 'notifications');
  let saved = 0;
  for (const id of new Set(ids)) {
    const document = await store.notifications.get(id);
    if (!document) continue;
    await mkdir(directory, { recursive: true });
    const save = (kind: string, json: string): Promise<void> =>
      writeFile(path.join(directory, `${id}.${kind}.json`), json);
    await save('document', JSON.stringify(document, null, 2));
    const handle = temporal.workflow.getHandle(id);
    const history = await handle.fetchHistory().catch(() => undefined);
    if (history) await save('history', historyToJSON(history));
    const described = await handle.describe().catch(() => undefined);
    if (described) await save('execution', JSON.stringify(described.raw, null, 2));
    saved += 1;
    if (saved === MOST) return;
  }
}
