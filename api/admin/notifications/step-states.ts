import { sendNameOf } from '../../../core/sequences/step-key';
import type { Step, StepOf } from '../../../core/sequences/steps';
import { waitIn } from '../../../core/sequences/wait-details';
import { isOpen, wasHandedOver } from '../../../core/shared/statuses';
import type { Message, Notification } from '../../../store/notifications/model';
import type { Progress } from '../../../temporal/progress';
import { isSkip } from './message-story';

export const STEP_STATES = ['done', 'current', 'failed', 'skipped', 'future'] as const;

/** Why a step was skipped. */
export const SKIP_REASONS = [
  'CONDITION_TRUE',
  'CONDITION_FALSE',
  'END_REACHED',
  'CANCELLED',
  'DIGESTED',
  'FAILED',
  'SUPPRESSED',
  'PREFERENCE',
  'CAPPED',
  'COUNTRY_NOT_ALLOWED',
  'NOT_RECORDED',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** What became of a step of one notification. */
export interface StepRun {
  /** Null: the sequence is code, which declares no steps. */
  step: Step | null;
  name: string;
  parent: { step: string; branch: 'then' | 'else' } | null;
  state: (typeof STEP_STATES)[number];
  /** Why it was skipped, or what it failed with. */
  code: string | null;
  /** When it began. Null: it did not, or that is not known. */
  at: Date | null;
  endedAt: Date | null;
  /** When a wait ends, or ended. */
  until: Date | null;
  /** What a condition decided. */
  holds: boolean | null;
  messages: Message[];
}

export interface RunSources {
  notification: Notification;
  progress: Progress | null;
  now: Date;
}

/** Returns the steps of a notification in the order of its event's file, those of branches after their condition. */
export function stepRunsOf(sources: RunSources): StepRun[] {
  const { code, steps } = sources.notification;
  return code === undefined ? new Walk(sources).all(steps) : ranInCode(sources);
}

/** Returns the messages of a SEND, those of its fallback too. */
const messagesOf = ({ messages }: Notification, name: string): Message[] =>
  messages.filter(({ step }) => sendNameOf(step) === name);

/** Returns what became of a SEND that has messages. */
function sendRun(
  messages: readonly Message[],
  isRunning: boolean,
): Pick<StepRun, 'state' | 'code' | 'at' | 'endedAt'> {
  const at = messages[0]?.createdAt ?? null;
  if (isRunning) return { state: 'current', code: null, at, endedAt: null };
  const ends = messages.flatMap(({ sentAt, attempts, createdAt }) => [
    sentAt ?? attempts.at(-1)?.at ?? createdAt,
  ]);
  const endedAt = new Date(Math.max(...ends.map((end) => end.getTime())));
  if (messages.some(wasHandedOver)) return { state: 'done', code: null, at, endedAt };
  if (messages.every(isSkip))
    return { state: 'skipped', code: messages.at(-1)?.error?.code ?? null, at, endedAt };
  return { state: 'failed', code: messages.at(-1)?.error?.code ?? null, at, endedAt };
}

const isQueued = ({ status }: Message): boolean => status === 'queued';

const NOTHING = { code: null, at: null, endedAt: null, until: null, holds: null, messages: [] };

/** Follows the steps of an event as its run does. */
class Walk {
  private readonly runs: StepRun[] = [];
  /** What is true of each further step, after one that is not over. */
  private ended: Pick<StepRun, 'state' | 'code'> | null = null;
  /** When the step before ended. Null: that is not known. */
  private clock: Date | null;
  private readonly isOpen: boolean;
  /** Whether it has run through its last step. */
  private readonly hasRunOut: boolean;
  private readonly wait: ReturnType<typeof waitIn>;

  constructor(private readonly sources: RunSources) {
    const { notification, progress, now } = sources;
    const { status, startedAt, sendAt, failure, digestedInto } = notification;
    this.isOpen = isOpen(status);
    this.hasRunOut =
      !this.isOpen && status !== 'stopped' && failure === undefined && digestedInto === undefined;
    this.wait = waitIn(progress?.details ?? '');
    this.clock = sendAt && sendAt > startedAt ? sendAt : startedAt;
    if (this.isOpen && this.clock > now) this.ended = { state: 'future', code: null };
  }

  all(steps: readonly Step[]): StepRun[] {
    this.list(steps, null, false);
    return this.runs;
  }

  /** `later`: it is known that a step after the list has begun. */
  private list(steps: readonly Step[], parent: StepRun['parent'], later: boolean): void {
    for (const [index, step] of steps.entries()) {
      const isBehind = later || steps.slice(index + 1).some((one) => this.hasBegun(one));
      if (this.ended) this.putAll([step], parent, this.ended);
      else if (step.type === 'send') this.send(step, parent, isBehind);
      else if (step.type === 'condition') this.condition(step, parent, isBehind);
      else if (step.type === 'end') this.end(step, parent);
      else this.pause(step, parent, isBehind);
    }
  }

  private put(step: Step, parent: StepRun['parent'], run: Partial<StepRun> & Pick<StepRun, 'state'>): void {
    this.runs.push({ ...NOTHING, step, name: step.name, parent, ...run });
  }

  private putAll(
    steps: readonly Step[],
    parent: StepRun['parent'],
    run: Pick<StepRun, 'state' | 'code'>,
  ): void {
    for (const step of steps) {
      this.put(step, parent, run);
      if (step.type !== 'condition') continue;
      this.putAll(step.then, { step: step.name, branch: 'then' }, run);
      this.putAll(step.else, { step: step.name, branch: 'else' }, run);
    }
  }

  /** Whether something that is stored, or that the run says, shows that a step has begun. */
  private hasBegun(step: Step): boolean {
    const { notification } = this.sources;
    if (step.type === 'send') return messagesOf(notification, step.name).length > 0;
    if (step.type !== 'condition') return step.name === this.wait?.name;
    return (
      this.decisionOf(step.name) !== undefined ||
      this.waitsInto(step) ||
      [...step.then, ...step.else].some((one) => this.hasBegun(one))
    );
  }

  private decisionOf(name: string) {
    return this.sources.notification.decided?.findLast(({ step }) => step === name);
  }

  private waitsInto({ if: asked }: StepOf<'condition'>): boolean {
    return this.isOpen && 'delivered' in asked && this.sources.notification.waitsFor === asked.delivered;
  }

  /** Puts a step that is not over: where an open notification is, or where another one ended. */
  private last(step: Step, parent: StepRun['parent'], run: Partial<StepRun>): void {
    const { status, digestedInto } = this.sources.notification;
    const skipped = (code: SkipReason): void => {
      this.ended = { state: 'skipped', code };
      const isGathered = code === 'DIGESTED' && step.type === 'digest';
      this.put(step, parent, { ...run, ...this.ended, ...(isGathered && { state: 'done', code: null }) });
    };
    if (this.isOpen) {
      this.put(step, parent, { ...run, state: 'current' });
      this.ended = { state: 'future', code: null };
    } else if (digestedInto !== undefined) skipped('DIGESTED');
    else if (status === 'stopped') skipped('CANCELLED');
    else {
      this.put(step, parent, { ...run, state: 'failed', code: 'SEQUENCE_FAILED' });
      this.ended = { state: 'skipped', code: 'FAILED' };
    }
  }

  private send(step: StepOf<'send'>, parent: StepRun['parent'], isBehind: boolean): void {
    const { notification } = this.sources;
    const messages = messagesOf(notification, step.name);
    const isQuiet = messages.length === 0;
    const waits = this.isOpen && notification.waitsFor === step.name && step.fallback !== undefined;
    const isOver = isQuiet
      ? isBehind || this.hasRunOut
      : isBehind || this.hasRunOut || !(messages.some(isQueued) || waits);
    if (!isOver) {
      this.last(step, parent, { messages, at: messages[0]?.createdAt ?? this.clock });
      return;
    }
    if (isQuiet) this.put(step, parent, { state: 'skipped', code: 'NOT_RECORDED' });
    else {
      const run = sendRun(messages, false);
      this.put(step, parent, { ...run, messages });
      this.clock = run.endedAt;
    }
  }

  private pause(
    step: StepOf<'wait' | 'wait_until' | 'digest'>,
    parent: StepRun['parent'],
    isBehind: boolean,
  ): void {
    const { notification, progress, now } = this.sources;
    const isNow = this.isOpen && this.wait?.name === step.name;
    const known = step.type === 'wait' && this.clock && new Date(this.clock.getTime() + step.durationMs);
    const until = isNow ? (this.wait?.until ?? null) : known || null;
    // What a run sends now is behind all waits before it.
    const isSending = progress?.pending?.name === 'deliver' && step.type !== 'digest';
    const isOver = isBehind || this.hasRunOut || (!isNow && (isSending || (until !== null && until <= now)));
    const skipsWaits = notification.skipWaits === true;
    if (!isOver && !skipsWaits) {
      this.last(step, parent, { at: this.clock, until });
      return;
    }
    const endedAt = skipsWaits ? this.clock : until;
    this.put(step, parent, { state: 'done', at: this.clock, endedAt, until: skipsWaits ? null : until });
    this.clock = endedAt;
  }

  private condition(step: StepOf<'condition'>, parent: StepRun['parent'], isBehind: boolean): void {
    const decision = this.decisionOf(step.name);
    const branches = [
      { branch: 'then', steps: step.then },
      { branch: 'else', steps: step.else },
    ] as const;
    const begun = branches.find(({ steps }) => steps.some((one) => this.hasBegun(one)))?.branch;
    const waits = this.waitsInto(step) && !begun && !isBehind;
    const taken = waits ? undefined : (begun ?? (decision && (decision.holds ? 'then' : 'else')));
    const isOver = taken !== undefined || isBehind || this.hasRunOut;
    const at = decision?.at ?? this.clock;
    if (!isOver) this.last(step, parent, { at: this.clock });
    else {
      const holds = taken === undefined ? null : taken === 'then';
      this.put(step, parent, { state: 'done', at, endedAt: decision?.at ?? null, holds });
      this.clock = at;
    }
    const others = taken === 'then' ? 'CONDITION_TRUE' : 'CONDITION_FALSE';
    const skipped = { state: 'skipped', code: taken === undefined ? 'NOT_RECORDED' : others } as const;
    for (const { branch, steps } of branches) {
      const within = { step: step.name, branch };
      if (!isOver && this.ended) this.putAll(steps, within, this.ended);
      else if (branch === taken) this.list(steps, within, isBehind);
      else this.putAll(steps, within, skipped);
    }
  }

  private end(step: StepOf<'end'>, parent: StepRun['parent']): void {
    this.put(step, parent, { state: 'done', at: this.clock, endedAt: this.clock });
    this.ended = { state: 'skipped', code: 'END_REACHED' };
  }
}

/** Returns what a sequence in code has done, oldest first: its SENDs, what it asked, and the wait that it says it is in. */
function ranInCode({ notification, progress }: RunSources): StepRun[] {
  const isRunning = isOpen(notification.status);
  const names = [...new Set(notification.messages.map(({ step }) => sendNameOf(step)))];
  const sends = names.map((name): StepRun => {
    const messages = messagesOf(notification, name);
    const run = sendRun(messages, isRunning && messages.some(isQueued));
    return { ...NOTHING, step: null, name, parent: null, ...run, messages };
  });
  const asked = (notification.decided ?? []).map(({ step: name, holds, at }): StepRun => {
    const decided = { state: 'done', at, endedAt: at, holds } as const;
    return { ...NOTHING, step: null, name, parent: null, ...decided };
  });
  const wait = isRunning ? waitIn(progress?.details ?? '') : null;
  const last: StepRun[] = wait
    ? [
        {
          ...NOTHING,
          ...{ step: null, name: wait.name, parent: null, state: 'current', until: wait.until },
        },
      ]
    : [];
  const time = ({ at }: StepRun): number => at?.getTime() ?? 0;
  return [...[...sends, ...asked].sort((one, other) => time(one) - time(other)), ...last];
}
