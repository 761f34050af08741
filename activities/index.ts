import type { Activities } from '../workflows/activities-contract';
import { createClose } from './close';
import { createDeliver } from './deliver';
import type { ActivityDeps } from './deps';
import { createNoteWaiting } from './note-waiting';
import { createPurgeContact } from './purge-contact';
import { createRemoveOld } from './remove-old';
import { createSweep } from './sweep';
import { createTellWebhook } from './tell-webhook';

/** All activities over one set of dependencies. */
export const createActivities = (deps: ActivityDeps): Activities => ({
  deliver: createDeliver(deps),
  close: createClose(deps),
  noteWaiting: createNoteWaiting(deps),
  tellWebhook: createTellWebhook(deps),
  purgeContact: createPurgeContact(deps),
  sweep: createSweep(deps),
  removeOld: createRemoveOld(deps),
});
