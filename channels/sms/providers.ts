import type { ProviderDefinition } from '../definition';
import { telnyx } from './telnyx/provider';
import { twilio } from './twilio/provider';

/** The providers, in the order in which lists show them. */
export const sms: readonly ProviderDefinition[] = [twilio, telnyx];
