import { Context } from '@temporalio/activity';

/** What one begin of an activity tells the next ones in heartbeat details, which outlive its failure. */
export interface AttemptDetails {
  /** Since when the notification cannot be found, milliseconds since 1970. */
  missingSince?: number;
}

const noted = new WeakMap<Context, AttemptDetails>();

/** What was noted so far, by this begin and those before. */
export function attemptDetails(): AttemptDetails {
  const context = Context.current();
  return noted.get(context) ?? (context.info.heartbeatDetails as AttemptDetails | null | undefined) ?? {};
}

/** Notes something beside what was noted before. It costs a heartbeat. */
export function noteDetails(details: AttemptDetails): void {
  const context = Context.current();
  const all = { ...attemptDetails(), ...details };
  noted.set(context, all);
  context.heartbeat(all);
}
