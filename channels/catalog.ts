import { smtp } from './email/smtp-definition';
import type { ProviderDefinition } from './definition';
import { apns } from './push/apns';
import { expo } from './push/expo';
import { fcm } from './push/fcm';
import { webpush } from './push/webpush';

/** Every provider that an application can be connected to. */
export const catalog: readonly ProviderDefinition[] = [smtp, fcm, apns, expo, webpush];

/** The definition of that name, undefined where there is none. */
export const definitionOf = (name: string): ProviderDefinition | undefined =>
  catalog.find((definition) => definition.name === name);
