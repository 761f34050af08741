import { smtp } from './email/smtp-definition';
import type { ProviderDefinition } from './definition';
import { telnyx } from './sms/telnyx';
import { twilio } from './sms/twilio';
import { meta } from './whatsapp/meta';

/** Every provider that an application can be connected to. */
export const catalog: readonly ProviderDefinition[] = [smtp, twilio, telnyx, meta];

/** The definition of that name, undefined where there is none. */
export const definitionOf = (name: string): ProviderDefinition | undefined =>
  catalog.find((definition) => definition.name === name);
