import type { Channel } from '../../shared/channels';
import { type Condition, CONTACT_FACTS } from '../../sequences/condition';
import { suggestion } from '../../shared/suggestion';
import { followNames } from '../payload/names';
import type { PayloadSchema } from '../payload/schema';
import type { ConditionStep, Step, WaitStep, WaitUntilStep } from '../definition';
import { quotedPath } from './issues';
import type { EventFile, FileTemplates } from './shape';
import { type FileStep, STEP_KINDS } from './step-shape';
import type { Path } from './problem';

/**
 * Reports a problem. `missing` are the places where a missing value could stand. If the shape of such a place is wrong,
 * the value may not be missing, so nothing is reported.
 */
export type Report = (path: Path, message: string, missing?: readonly Path[]) => void;

/** Maximum number of `contains` in a condition. Each may search a megabyte, which takes milliseconds. */
const MAX_CONTAINS = 20;

const IN_SEQUENCE: readonly Path[] = [['sequence']];

/** A SEND and its place in the file. */
export interface PlacedSend {
  name: string;
  send: FileStep['send'];
  path: Path;
}

export interface BuiltSteps {
  steps: Step[];
  stepTemplates: Record<string, FileTemplates>;
  /** In the order of the file, those of branches among them. */
  sends: PlacedSend[];
}

/** Builds the steps of a sequence, and reports steps that do not fit together, or to the declared payload. */
export function buildSteps(
  sequence: FileStep[] | undefined,
  found: Report,
  payload?: PayloadSchema,
): BuiltSteps {
  const sends: PlacedSend[] = [];
  if (!sequence) return { steps: [{ type: 'send', name: 'send' }], stepTemplates: {}, sends };
  const stepTemplates: Record<string, FileTemplates> = {};
  const names = new Set<string>();
  const counts = { send: 0, wait: 0, digest: 0, if: 0, end: 0 };

  const named = (name: string, path: Path): string => {
    if (names.has(name)) found(path, `two steps are named "${name}"`, IN_SEQUENCE);
    names.add(name);
    return name;
  };
  /** A message that a condition names must have been sent by a step before it. */
  const known = (name: string, path: Path): void => {
    if (!sends.some((one) => one.name === name))
      found(path, `${quotedPath(path)} names "${name}", and there is no such "send" before it`, IN_SEQUENCE);
  };

  /** A field that no contact and no payload has would never have a value. */
  const checkValue = (value: string, path: Path): void => {
    const [root, field = ''] = value.split('.');
    if (root === 'payload' && payload) {
      const end = followNames({ type: ['object'], properties: { payload } }, value.split('.'));
      if ('problem' in end) found(path, `${quotedPath(path)}: ${end.problem}`);
    }
    if (root !== 'contact' || CONTACT_FACTS.some((one) => one === field)) return;
    const near = suggestion(field, CONTACT_FACTS) || ` (known: ${CONTACT_FACTS.join(', ')})`;
    found(path, `${quotedPath(path)}: unknown field "contact.${field}"${near}`);
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
      const words = `${quotedPath(path)} must be one of "send", "wait", "digest", "if" and "end"`;
      found(path, words, kind === undefined ? IN_SEQUENCE : []);
      return null;
    }
    if (kind !== 'if' && (step.then !== undefined || step.else !== undefined))
      found(path, `${quotedPath(path)} has a "then" or "else", which belong to an "if"`);
    counts[kind] += 1;
    switch (kind) {
      case 'send':
        return buildSend(step.send, path);
      case 'wait':
        return step.wait === undefined ? null : buildWait(step.wait, named(`wait-${counts.wait}`, path));
      case 'digest':
        if (counts.digest > 1) found(path, '"sequence" may have one "digest"');
        return step.digest === undefined
          ? null
          : buildDigest(step.digest, named(`digest-${counts.digest}`, path));
      case 'if':
        return buildCondition(step, named(`if-${counts.if}`, path), path);
      case 'end':
        return { type: 'end', name: named(`end-${counts.end}`, path) };
    }
  }

  function buildSend(send: FileStep['send'], path: Path): Step {
    const name = named(send?.name ?? `send-${counts.send}`, path);
    sends.push({ name, send, path });
    if (send?.templates) stepTemplates[name] = send.templates;
    const { to = [], unless_delivered_within: withinMs } = send?.fallback ?? {};
    return {
      type: 'send',
      name,
      ...(send?.channel !== undefined && { channel: send.channel }),
      ...(send?.fallback && { fallback: { channels: to, ...(withinMs !== undefined && { withinMs }) } }),
    };
  }

  function buildCondition(step: FileStep, name: string, path: Path): ConditionStep | null {
    const { if: given } = step;
    if (given === undefined) return null;
    const at = [...path, 'if'];
    if (step.then === undefined && step.else === undefined)
      found(path, `${quotedPath(path)} needs a "then" or an "else"`, [[...path, 'then']]);
    if ('delivered' in given) known(given.delivered, [...at, 'delivered']);
    else {
      const leaves = leavesOf(given);
      for (const leaf of leaves) {
        if ('message' in leaf) known(leaf.message, at);
        if ('value' in leaf) checkValue(leaf.value, at);
      }
      const searches = leaves.filter((leaf) => 'value' in leaf && leaf.contains !== undefined).length;
      if (searches > MAX_CONTAINS)
        found(at, `${quotedPath(at)} has ${searches} "contains"; a condition may have ${MAX_CONTAINS}`);
    }
    return {
      type: 'condition',
      name,
      if: 'delivered' in given ? { delivered: given.delivered, withinMs: given.within } : given,
      then: build(step.then ?? [], [...path, 'then']),
      else: build(step.else ?? [], [...path, 'else']),
    };
  }

  const steps = build(sequence, ['sequence']);
  if (sends.length === 0) found(['sequence'], '"sequence" has no "send"', IN_SEQUENCE);
  if (names.size > MAX_STEPS)
    found(['sequence'], `"sequence" may have ${MAX_STEPS} steps, its branches included`);
  return { steps, stepTemplates, sends };
}

/** Maximum number of steps, because each notification and its workflow's input have all of them. */
const MAX_STEPS = 200;

function buildWait(wait: NonNullable<FileStep['wait']>, name: string): WaitStep | WaitUntilStep {
  if (typeof wait === 'number') return { type: 'wait', name, durationMs: wait };
  const [hour = 0, minute = 0] = wait.until.split(':').map(Number);
  return {
    type: 'wait_until',
    name,
    hour,
    minute,
    ...(wait.on && { days: wait.on }),
    timezone: wait.timezone,
  };
}

function buildDigest(window: NonNullable<FileStep['digest']>, name: string): Step {
  const wait = buildWait(window, name);
  if (wait.type === 'wait') return { type: 'digest', name, window: { durationMs: wait.durationMs } };
  const { type: _type, name: _name, ...until } = wait;
  return { type: 'digest', name, window: until };
}

/** Returns the parts of a condition that have no parts of their own. */
function leavesOf(condition: Condition): Condition[] {
  if ('all' in condition) return condition.all.flatMap(leavesOf);
  if ('any' in condition) return condition.any.flatMap(leavesOf);
  return 'not' in condition ? leavesOf(condition.not) : [condition];
}

export const channelsOf = (templates: FileTemplates): Channel[] => Object.keys(templates) as Channel[];

/** Checks that every SEND has a template for its channel, or for one that routing can choose. */
export function checkSends(file: EventFile, sends: PlacedSend[], channels: Channel[], found: Report): void {
  const all: PlacedSend[] = file.sequence ? sends : [{ name: 'send', send: {}, path: ['templates'] }];
  for (const { name, send, path } of all) {
    const templated = [...channelsOf(file.templates), ...channelsOf(send?.templates ?? {})];
    const missing: Path[] = [['templates'], ['sequence'], [...path, 'send', 'templates']];
    if (send?.channel !== undefined && !templated.includes(send.channel)) {
      found(path, `step "${name}" has no template for ${send.channel}`, missing);
    } else if (send?.channel === undefined && !channels.some((channel) => templated.includes(channel))) {
      found(path, `step "${name}" has no template for any of the event's channels`, [
        ['channels'],
        ...missing,
      ]);
    }
    for (const channel of send?.fallback?.to ?? [])
      if (!templated.includes(channel))
        found(path, `step "${name}" has no template for ${channel} to fall back to`, missing);
  }
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
