import { smtp } from './email/smtp-definition';
import type { ProviderDefinition } from './definition';
import { apns } from './push/apns';
import { fcm } from './push/fcm';

/** Every provider that an application can be connected to. */
export const catalog: readonly ProviderDefinition[] = [smtp, fcm, apns];

/** The definition of that name, undefined where there is none. */
export const definitionOf = (name: string): ProviderDefinition | undefined =>
  catalog.find((definition) => definition.name === name);
