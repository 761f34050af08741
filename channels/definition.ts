import type { z } from 'zod';
import type { Channel } from '../core/shared/channels';
import type { ProviderRecord, SenderDomain } from '../core/sending/dns/record';
import type { Dialer } from '../net/dialer';
import type { ProviderHttp } from './http/provider-http';
import type { OptWords } from './opt-outs/words';
import type { OutboundMessage, Provider } from './provider';
import type { ReceiptReader } from './receipts/receipts';

/** Returns the address that bounces of a message come back to. */
export type ReturnPath = (message: Pick<OutboundMessage, 'id' | 'notificationId' | 'attemptId'>) => string;

/** What the process hands to every provider that it opens. */
export interface ProviderTools {
  /** For addresses of integrations: public ones and those of INTEGRATION_ALLOWED_SUBNETS. */
  http: ProviderHttp;
  /** For addresses that anyone may have typed in: https and public ones only. */
  guardedHttp: ProviderHttp;
  /** For certificates of SNS's issuers. @default one that SES creates */
  issuerHttp?: ProviderHttp;
  /** Connects what is not HTTP/1.1 to addresses of integrations. @default any address */
  dialer?: Dialer;
  /** Address at which the production API is reached from outside, if it is known. */
  publicUrl?: string;
  /** Name that EHLO gives SMTP servers. @default depends on the connection */
  ehloName?: string;
  /** Words with which people opt out and in, besides those that always count. @default none */
  optWords?: OptWords;
  /** For plain SMTP, if bounces are read here. @default bounces go to the sender */
  returnPath?: ReturnPath;
}

/** One row of the catalog: a provider at which an application can have an account. */
export interface ProviderDefinition<Settings extends z.ZodObject = z.ZodObject, Opened = Provider> {
  /** As operators write it, for example `postmark`. */
  name: string;
  channels: readonly Channel[];
  /** Strict; each field has a `describe` text. */
  settings: Settings;
  /** Fields of `settings` that are encrypted at rest and never shown. */
  secrets: readonly (keyof z.output<Settings> & string)[];
  /** Returns the addresses in the settings besides `base_url`, by field. */
  addresses?(settings: z.output<Settings>): Record<string, string | undefined>;
  /** Fields besides `base_url` that decide where or how the secrets are sent. To change one, an operator gives all secrets again. */
  destination?: readonly (keyof z.output<Settings> & string)[];
  /** Opens one account. `channel` is the integration's. */
  open(settings: z.output<Settings>, tools: ProviderTools, channel: Channel): Opened;
  /** Returns the reader of the provider's callbacks (`POST /receipts/{provider}/{integration}`), if it has any. */
  receipts?(settings: z.output<Settings>, tools: ProviderTools, channel: Channel): ReceiptReader;
  /**
   * Returns the DNS records that it documents for a domain that sends e-mail through these accounts. Settings that cannot
   * be opened are empty.
   */
  records?(sender: SenderDomain, accounts: readonly Partial<z.output<Settings>>[]): ProviderRecord[];
  /** Bytes of its largest callback. @default LARGEST_CALLBACK */
  largestCallback?: number;
}

/** Bytes of a callback, unless the provider documents more: one event has a few kB. */
export const LARGEST_CALLBACK = 256 * 1024;

/** The calls of one account. `close` only if connections are pooled. */
export type ProviderCalls = Pick<Provider, 'send' | 'batch' | 'check'> & Partial<Pick<Provider, 'close'>>;

/** Returns a definition for the catalog, whose providers have its name. */
export function defineProvider<Settings extends z.ZodObject>(
  definition: ProviderDefinition<Settings, ProviderCalls>,
): ProviderDefinition {
  const { name, open }: ProviderDefinition<z.ZodObject, ProviderCalls> = definition;
  const close = () => Promise.resolve();
  return { ...definition, open: (...args) => ({ name, close, ...open(...args) }) };
}
