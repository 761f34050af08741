import type { Channel } from '../../core/channels';
import type { AfterStep } from '../../core/statuses';

/** How a SEND ended. */
export type SendOutcome = 'sent' | 'failed';

export interface SendOptions {
  /** Absent: auto-routing over the event's channels. */
  channel?: Channel;
  /** What follows, so that the outcome's own update can say so. @default 'running' */
  after?: AfterStep;
  /** When it fell due, milliseconds since 1970. @default what the steps before it planned */
  dueAt?: number;
}

/** What a sequence is written with. Each call is durable: a crash or a deploy goes on where it was. */
export interface SequenceApi {
  /** Sends one message and waits for its outcome, retries included. `name` is unique in a run. */
  send(name: string, options?: SendOptions): Promise<SendOutcome>;
  /** Waits, over restarts too. Milliseconds. */
  wait(name: string, durationMs: number): Promise<void>;
}
