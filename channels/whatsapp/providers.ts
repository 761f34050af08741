import type { ProviderDefinition } from '../definition';
import { meta } from './meta/provider';

/** The providers of WhatsApp alone. Twilio, of SMS, sends it too. */
export const whatsapp: readonly ProviderDefinition[] = [meta];
