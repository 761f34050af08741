export { Heliograph } from './client';
export type { HeliographOptions, SendOptions } from './client';
export type { ListContactsOptions } from './contacts';
export { HeliographError } from './error';
export type { ClientErrorCode } from './error';
export type * from './types';
export { verifyWebhook, WebhookVerificationError } from './verify-webhook';
export type { VerifyWebhookOptions, WebhookHeaders, WebhookVerificationReason } from './verify-webhook';
export type { ListWebhookEventsOptions } from './webhooks';
