/** The entry of the workflow bundle: its exports are the workflow types. */
export { broadcast } from './broadcast';
export { erasure } from './erasure';
export { job } from './job';
export { notification } from './notification';
export { releaseHeld } from './release-held';
export { retention } from './retention';
export { sandboxReports } from './sandbox-reports';
export { scheduledSend } from './scheduled-send';
export { sweep } from './sweep';
export { tellOwner } from './notify-owner';
export { webhook } from './webhook';
export { webhookEndpoint } from './webhook-endpoint';
