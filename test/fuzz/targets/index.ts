import type { FuzzTarget } from '../target';
import { bounceMails } from './bounce-mails';
import { csvTexts } from './csv-texts';
import { cursors } from './cursors';
import { eventFiles } from './event-files';
import { httpBodies } from './http-bodies';
import { httpListener } from './http-listener';
import { identifiers } from './identifiers';
import { jsonTexts } from './json-texts';
import { pushKeys } from './push-keys';
import { receipts } from './receipts';
import { requestBodies } from './request-bodies';
import { settings } from './settings';
import { returnAddresses, webhookSignatures } from './signatures';
import { sesEvents, snsAddresses, snsMessages } from './sns';
import { templates } from './templates';
import { webhookUrls } from './webhook-urls';
import { zonesAndLanguages } from './zones-and-languages';

/** Every target, in the order in which `npm run fuzz` tries them. */
export const TARGETS: readonly FuzzTarget[] = [
  httpListener,
  httpBodies,
  jsonTexts,
  csvTexts,
  requestBodies,
  identifiers,
  cursors,
  eventFiles,
  templates,
  zonesAndLanguages,
  bounceMails,
  returnAddresses,
  ...receipts,
  sesEvents,
  snsMessages,
  snsAddresses,
  webhookUrls,
  webhookSignatures,
  pushKeys,
  settings,
];
