import type { Channel } from '../../shared/channels';
import type { Step, StepKind } from '../../sequences/steps';
import type { PayloadSchema } from '../payload/schema';
import { quotedPath } from './issues';
import type { Path } from './problem';
import type { EventFile, FileTemplates } from './shape';
import { FILE_STEPS, type FileStep, STEP_KINDS } from './step-kinds';
import type { FileStepKind, PlacedSend, Report, StepPlace } from './steps/kind';

const IN_SEQUENCE: readonly Path[] = [['sequence']];

const ALL_KINDS = new Intl.ListFormat('en-GB').format(STEP_KINDS.map((kind) => `"${kind}"`));

/** Maximum number of steps, because each notification and its workflow's input have all of them. */
const MAX_STEPS = 200;

export interface BuiltSteps {
  steps: Step[];
  stepTemplates: Record<string, FileTemplates>;
  /** In the order of the file, those of branches among them. */
  sends: PlacedSend[];
}

/** Builds the steps of a sequence, and reports steps that do not fit together, or to the declared payload. */
export function buildSteps(
  sequence: FileStep[] | undefined,
  { found, warn, payload }: Pick<StepPlace, 'found' | 'warn'> & { payload?: PayloadSchema },
): BuiltSteps {
  const sends: PlacedSend[] = [];
  if (!sequence) return { steps: [{ type: 'send', name: 'send' }], stepTemplates: {}, sends };
  const names = new Set<string>();
  const counts = new Map<StepKind, number>();

  const named = (name: string, path: Path): string => {
    if (names.has(name)) found(path, `two steps are named "${name}"`, IN_SEQUENCE);
    names.add(name);
    return name;
  };

  function build(steps: FileStep[], path: Path): Step[] {
    const afterEnd = steps.findIndex((step) => step.end === true) + 1;
    if (afterEnd > 0 && afterEnd < steps.length) {
      const unreachable = [...path, afterEnd];
      found(
        unreachable,
        `${quotedPath(unreachable)} can never run, because the step before it is "end: true"`,
        [[...path, afterEnd - 1, 'end']],
      );
    }
    return steps.flatMap((step, index) => buildStep(step, [...path, index]) ?? []);
  }

  function buildStep(step: FileStep, path: Path): Step | null {
    const kinds = STEP_KINDS.filter((kind) => step[kind] !== undefined);
    const [kind] = kinds;
    if (kind === undefined || kinds.length > 1) {
      const words = `${quotedPath(path)} must be one of ${ALL_KINDS}`;
      found(path, words, kind === undefined ? IN_SEQUENCE : []);
      return null;
    }
    if (kind !== 'if' && (step.then !== undefined || step.else !== undefined))
      found(path, `${quotedPath(path)} has a "then" or "else", which belong to an "if"`);
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return (FILE_STEPS[kind] as FileStepKind<unknown, Step>).build(step[kind], {
      ...{ path, count, found, warn, payload, sends },
      named: (own = `${kind}-${count}`) => named(own, path),
      branch: (key) => {
        const given = step[key];
        return given ? build(given, [...path, key]) : null;
      },
    });
  }

  const steps = build(sequence, ['sequence']);
  if (sends.length === 0) found(['sequence'], '"sequence" has no "send"', IN_SEQUENCE);
  if (names.size > MAX_STEPS)
    found(['sequence'], `"sequence" may have at most ${MAX_STEPS} steps, including its branches`);
  const stepTemplates = Object.fromEntries(
    sends.flatMap(({ name, send }) => (send.templates ? [[name, send.templates]] : [])),
  );
  return { steps, stepTemplates, sends };
}

export const channelsOf = (templates: FileTemplates): Channel[] => Object.keys(templates) as Channel[];

/** Checks that every SEND has a template for its channel, or for one that routing can choose. */
export function checkSends(file: EventFile, sends: PlacedSend[], channels: Channel[], found: Report): void {
  const all: PlacedSend[] = file.sequence ? sends : [{ name: 'send', send: {}, path: ['templates'] }];
  for (const { name, send, path } of all) {
    const templated = [...channelsOf(file.templates), ...channelsOf(send.templates ?? {})];
    const missing: Path[] = [['templates'], ['sequence'], [...path, 'send', 'templates']];
    if (send.channel !== undefined && !templated.includes(send.channel)) {
      found(path, `step "${name}" has no template for ${send.channel}`, missing);
    } else if (send.channel === undefined && !channels.some((channel) => templated.includes(channel))) {
      found(path, `step "${name}" has no template for any of the event's channels`, [
        ['channels'],
        ...missing,
      ]);
    }
    for (const channel of send.fallback?.to ?? [])
      if (!templated.includes(channel))
        found(path, `step "${name}" has no template for ${channel} to fall back to`, missing);
  }
}

/** Warns of templates that no SEND of the sequence uses. A request that names their channel does. */
export function warnOfUnused(
  templates: FileTemplates,
  { sends, channels, warn }: { sends: PlacedSend[]; channels: Channel[]; warn: StepPlace['warn'] },
): void {
  const mayUse = (channel: Channel, { send }: PlacedSend): boolean =>
    send.channel === undefined ||
    send.channel === channel ||
    (send.fallback !== undefined && (send.fallback.to ?? channels).includes(channel));
  const report = (path: Path, users: PlacedSend[]): void => {
    const channel = path.at(-1) as Channel;
    if (users.length === 0)
      warn(path, `${quotedPath(path)} is never used: each "send" has its own template for ${channel}`);
    else if (!users.some((user) => mayUse(channel, user)))
      warn(path, `${quotedPath(path)}: no "send" uses ${channel}, only a request to /v1/send/…/${channel}`);
  };
  for (const channel of channelsOf(templates))
    report(
      ['templates', channel],
      sends.filter(({ send }) => !send.templates?.[channel]),
    );
  for (const one of sends)
    for (const channel of channelsOf(one.send.templates ?? {}))
      report([...one.path, 'send', 'templates', channel], [one]);
}

/** Gives a fallback without channels the channels of the event. */
export function fillFallbacks(steps: Step[], channels: Channel[]): Step[] {
  return steps.map((step) => {
    if (step.type === 'condition')
      return { ...step, then: fillFallbacks(step.then, channels), else: fillFallbacks(step.else, channels) };
    if (step.type !== 'send' || !step.fallback || step.fallback.channels.length > 0) return step;
    return { ...step, fallback: { ...step.fallback, channels } };
  });
}
