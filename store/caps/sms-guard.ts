import type mongoose from 'mongoose';
import { isPast, type MinuteCounts, minuteOf, pastMinutes } from '../../core/caps/sms-guard';
import { type Scope, scopeKey } from '../../core/shared/scope';
import { unlessDuplicate } from '../insert';
import { Mixed, schemaOf } from '../schema';

/** What the SMS guard counts of one prefix. */
interface StoredGuardCounter {
  /** `<scope>:<prefix>`. */
  _id: string;
  /** By minute. Absent: nothing was counted. */
  minutes?: MinuteCounts;
  /** When none of it counts any more. */
  until: Date;
}

/** A prefix of a scope. */
export interface GuardedPrefix {
  scope: Scope;
  prefix: string;
}

/** More than an SMS counts, milliseconds. */
const KEPT_MS = 3_600_000;

const schema = schemaOf<StoredGuardCounter>('sms_guard_counters', {
  _id: { type: String, required: true },
  minutes: { type: Mixed },
  until: { type: Date, required: true },
});
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

const idOf = ({ scope, prefix }: GuardedPrefix): string => `${scopeKey(scope)}:${prefix}`;

/** Counts SMS and their follow-ups by prefix (CAP-12). */
export function createSmsGuardStore(connection: mongoose.Connection) {
  const model = connection.model<StoredGuardCounter>('SmsGuardCounter', schema);

  /** Adds one at a time, and drops the minutes that are past then. */
  async function add(of: GuardedPrefix, what: 'sent' | 'followed', at: Date): Promise<void> {
    const change = {
      $inc: { [`minutes.${minuteOf(at)}.${what}`]: 1 },
      $max: { until: new Date(at.getTime() + KEPT_MS) },
      $unset: Object.fromEntries(pastMinutes(at).map((minute) => [`minutes.${minute}`, 1])),
    };
    const added = (): Promise<boolean> =>
      unlessDuplicate(model.updateOne({ _id: idOf(of) }, change, { upsert: true }));
    // Another process has inserted it since.
    if (!(await added())) await added();
  }

  return {
    minutes: async (of: GuardedPrefix): Promise<MinuteCounts> =>
      (await model.findById(idOf(of)).lean<StoredGuardCounter>().exec())?.minutes ?? {},
    /** Counts an SMS that was sent at a time. */
    sent: (of: GuardedPrefix, at: Date) => add(of, 'sent', at),
    /** Counts the follow-up of an SMS that was sent at a time, while that counts. */
    followed: async (of: GuardedPrefix, at: Date, now: Date): Promise<void> => {
      if (!isPast(at, now)) await add(of, 'followed', at);
    },
    /** Forgets what was counted. */
    reset: async (of: GuardedPrefix): Promise<void> => {
      await model.deleteOne({ _id: idOf(of) });
    },
  };
}
