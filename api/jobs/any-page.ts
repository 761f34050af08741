import type { SendDeps } from '../deps';
import { createImportPage } from '../topics/import-page';
import { createRemovalPage } from '../topics/removal-page';
import { createJobPage } from './run-page';

/** Returns what does the next page of a job of any kind: with notifications, of an import, or of a topic's removal. */
export function createAnyPage(deps: SendDeps): (id: string) => Promise<{ more: boolean }> {
  const kinds = [createJobPage(deps), createImportPage(deps), createRemovalPage(deps)];
  return async (id) => {
    for (const page of kinds) {
      const done = await page(id);
      if (done) return done;
    }
    return { more: false };
  };
}
