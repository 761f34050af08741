import type { ProviderDefinition } from '../definition';
import { apns } from './apns/provider';
import { expo } from './expo/provider';
import { fcm } from './fcm/provider';
import { webpush } from './webpush/provider';

/** The providers, in the order in which lists show them. */
export const push: readonly ProviderDefinition[] = [fcm, apns, expo, webpush];
