import type { z } from 'zod';
import type { Channel } from '../core/shared/channels';
import type { ProviderHttp } from './http/provider-http';
import type { OutboundMessage, Provider } from './provider';
import type { ReceiptReader } from './receipts/receipts';

/** The address that bounces of a message come back to. */
export type ReturnPath = (message: Pick<OutboundMessage, 'id' | 'notificationId'>) => string;

/** What the process hands to every provider that it opens. */
export interface ProviderTools {
  http: ProviderHttp;
  /** For addresses that anyone may have typed in: https and public ones only. */
  guardedHttp: ProviderHttp;
  /** Address under which the production API is reached from outside; absent: nobody has said. */
  publicUrl?: string;
  /** Name that EHLO gives SMTP servers; absent: each connection has a default. */
  ehloName?: string;
  /** Of plain SMTP, where bounces are read here; absent: they go to the sender. */
  returnPath?: ReturnPath;
}

/** One row of the catalog: a provider that an application can have an account at. */
export interface ProviderDefinition<Settings extends z.ZodObject = z.ZodObject> {
  /** As operators write it, for example `postmark`. */
  name: string;
  channels: readonly Channel[];
  /** Strict; each field has a `describe` text and, where it is secret, stands in `secrets`. */
  settings: Settings;
  /** Fields of `settings` that are encrypted at rest and never shown. */
  secrets: readonly (keyof z.output<Settings> & string)[];
  /** Fields that, beside `base_url`, decide where or how the secrets are sent; a change of one asks for all secrets again. */
  destination?: readonly (keyof z.output<Settings> & string)[];
  /** `channel` is the integration's. */
  open(settings: z.output<Settings>, tools: ProviderTools, channel: Channel): Provider;
  /** Reads what the provider calls us with, `POST /receipts/{provider}/{integration}`; absent: it never does. */
  receipts?(settings: z.output<Settings>, tools: ProviderTools, channel: Channel): ReceiptReader;
  /** Bytes of its largest callback, if it is not `LARGEST_CALLBACK`. */
  largestCallback?: number;
}

/** Bytes of a callback, unless the provider's documentation says that more comes: one event has a few kB. */
export const LARGEST_CALLBACK = 256 * 1024;

/** Keeps the type of the settings inside one definition while the catalog holds them all. */
export const defineProvider = <Settings extends z.ZodObject>(
  definition: ProviderDefinition<Settings>,
): ProviderDefinition => definition;
