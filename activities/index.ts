import type { Activities } from '../workflows/activities-contract';
import { createAwaitReceipt } from './await-receipt';
import { createCheckCondition } from './check-condition';
import { createClose } from './close';
import { createCloseDigest } from './close-digest';
import { createDeliver } from './deliver';
import type { ActivityDeps } from './deps';
import { createJoinDigest } from './join-digest';
import { createNextTime } from './next-time';
import { createNoteWaiting } from './note-waiting';
import { createPurgeContact } from './purge-contact';
import { createRemoveOld } from './remove-old';
import { createSweep } from './sweep';
import { createTellOwner } from './tell-owner';
import { createTellWebhook } from './tell-webhook';

/** All activities over one set of dependencies. */
export const createActivities = (deps: ActivityDeps): Activities => ({
  deliver: createDeliver(deps),
  checkCondition: createCheckCondition(deps),
  nextTime: createNextTime(deps),
  joinDigest: createJoinDigest(deps),
  closeDigest: createCloseDigest(deps),
  awaitReceipt: createAwaitReceipt(deps),
  close: createClose(deps),
  noteWaiting: createNoteWaiting(deps),
  tellWebhook: createTellWebhook(deps),
  purgeContact: createPurgeContact(deps),
  sweep: createSweep(deps),
  removeOld: createRemoveOld(deps),
  tellOwner: createTellOwner(deps),
});
