import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import type { Violation } from '../support/random/violation';
import type { Stack } from '../support/stack';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Most notifications that are saved: a defect that concerns all is seen in a few. */
const MOST = 50;

/** Saves the document and the history of the notifications that violations name, because their servers end with the run. */
export async function saveEvidence(
  { store, temporal }: Stack,
  violations: Violation[],
  folder: string,
): Promise<void> {
  const ids = new Set(violations.flatMap(({ what }) => what.match(UUID) ?? []));
  let saved = 0;
  for (const id of ids) {
    const document = await store.notifications.get(id);
    if (!document) continue;
    const history = await temporal.workflow
      .getHandle(id)
      .fetchHistory()
      .catch(() => undefined);
    await mkdir(path.join(folder, 'notifications'), { recursive: true });
    const file = (kind: string): string => path.join(folder, 'notifications', `${id}.${kind}.json`);
    await writeFile(file('document'), JSON.stringify(document, null, 2));
    if (history) await writeFile(file('history'), historyToJSON(history));
    saved += 1;
    if (saved === MOST) return;
  }
}
