import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderDefinition } from '../../../channels/definition';
import type { CheckResult, OutboundMessage, Provider, SendResult } from '../../../channels/provider';
import type { Channel } from '../../../core/shared/channels';
import type { Expected } from './outcomes';

export type Settings = Record<string, unknown>;

/** A vendor on this machine: `ApiServer`, or another protocol's. */
export interface VendorServer {
  url: string;
  requests: readonly { headers: IncomingHttpHeaders }[];
  /** What requests had wrong. */
  violations: readonly string[];
  /** Replies to the next requests. */
  next: { push(...replies: ('hang' | AbortController)[]): unknown };
  close(): Promise<void>;
}
export type ReplyOf<Server extends VendorServer> = Parameters<Server['next']['push']>[number];

/** What the kit has to know of a provider, and its tables. A test of its own is only what no table says. */
export interface ProviderSpec<Server extends VendorServer> {
  start(): Promise<Server>;
  /** Of an account that works. */
  settings(server: Server): Settings;
  message(server: Server): OutboundMessage;
  /** The vendor's answer, and what becomes of the message; `gone: true` is the message's device. */
  answers: readonly (readonly [what: string, reply: ReplyOf<Server>, result: Expected])[];
  /** Messages that are refused before the vendor is called. */
  impossible: readonly (readonly [what: string, message: OutboundMessage, result: Expected])[];
  /** The check of an account: other settings, or the vendor's answer, and what it says. None: it has no check. */
  checks: readonly (readonly [
    what: string,
    how: { settings?: Settings; reply?: ReplyOf<Server> },
    result: unknown,
  ])[];
  /** A refusal in the vendor's own form, with these words. */
  says(words: string): ReplyOf<Server>;
  /** The vendor answers reasons of a list and repeats nothing of a request. */
  wordless?: true;
  /** Changes of the settings that are refused, and the field at fault. */
  wrongSettings: readonly (readonly [changes: Settings, field: string])[];
  /** Settings beside those of the account where nobody sets them. */
  defaults?: Settings;
  /** A message that was handed over and has no answer. @default UNKNOWN for both */
  lost?: { broken: Expected; unanswered: Expected };
  /** The vendor's own acceptance as it documents it, and the id there; the same without the id, null: it need have none. */
  accepted: { reply: ReplyOf<Server>; id: string; nameless: ReplyOf<Server> | null };
  /** Only the status has a form, so that any answer that is no web page may be the vendor's. */
  formless?: true;
  /** The server cannot break off in the middle of an answer of success. */
  cutOff?: false;
  /** Its call for several messages, if it has one. */
  batch?: BatchSpec<Server>;
  /** Where nobody listens. @default a `base_url` */
  nowhere?: { settings?: Settings; message?: OutboundMessage };
  /** How the server breaks a connection. @default reset, half-close */
  breaks?: readonly string[];
  /** Makes the calls that come before the first message. */
  prepare?(opened: Opened): Promise<unknown>;
  /** Requests that carried a message. @default all */
  sends?(server: Server): readonly unknown[];
  /** What no result may show, besides the secret settings and the credentials of requests. */
  secrets?(server: Server): readonly string[];
  /** Opens it in place of its definition. */
  open?(settings: Settings, server: Server, answerTimeoutMs: number): Provider;
}

/** What the kit has to know of a call for several messages, and its table. */
export interface BatchSpec<Server extends VendorServer> {
  path: string;
  /** Messages of one call, as the vendor documents it. */
  most: number;
  /** Returns one of several messages. */
  message(at: number): OutboundMessage;
  /** The vendor's answer to the call for the messages 0, 1 and 2, and what becomes of each; one result if they have the same. */
  answers: readonly (readonly [
    what: string,
    reply: ReplyOf<Server>,
    results: Expected | readonly [Expected, Expected, Expected],
  ])[];
  /** A refusal of the whole call for what is in it. */
  refused: ReplyOf<Server>;
  /** Its idempotency key makes one repeat safe. */
  repeated?: true;
}

/** A provider as an integration opens it. */
export interface Opened {
  name: string;
  send(message?: OutboundMessage, signal?: AbortSignal): Promise<SendResult>;
  sendAll(messages: readonly OutboundMessage[], signal?: AbortSignal): Promise<SendResult[]>;
  check(): Promise<CheckResult>;
  close(): Promise<void>;
}

export interface Suite<Server extends VendorServer> {
  definition: ProviderDefinition;
  /** That of the running test. */
  readonly server: Server;
  /** Those of the account that works. */
  settings(): Settings;
  open(changes?: Settings, channel?: Channel): Opened;
  /** Sends through one account with the usual settings, the same all through a test. */
  send: Opened['send'];
  check: Opened['check'];
  /** Does something that ends because an answer does not come in time. */
  impatiently<T>(work: () => T | Promise<T>): Promise<T>;
}
