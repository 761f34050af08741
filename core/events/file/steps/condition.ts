import { z } from 'zod';
import { type Comparison, type Condition, CONTACT_FACTS } from '../../../sequences/condition';
import type { ConditionStep } from '../../../sequences/steps';
import { checkPayload } from '../../payload/check-payload';
import { ANYTHING, followNames } from '../../payload/names';
import { isAlwaysThere, misfitOf, neverHolds } from '../../payload/never-holds';
import type { PayloadSchema } from '../../payload/schema';
import { choice } from '../choice';
import { closed } from '../closed';
import { conditionShape } from '../condition-shape';
import { quotedPath } from '../issues';
import type { Path } from '../problem';
import { duration } from '../values';
import type { FileStepKind, StepPlace } from './kind';

/** Maximum number of `contains` in a condition. Each may search a megabyte, which takes milliseconds. */
const MAX_CONTAINS = 20;

const delivered = closed({
  delivered: z.string().describe('Name of an earlier SEND whose delivery a receipt confirms.'),
  within: duration.describe('Time for the receipt from this step on, such as 2h.'),
});
/** What holds at once, or what has to be waited for. */
const shape = choice([conditionShape, delivered], (given) =>
  typeof given === 'object' && given !== null && Object.hasOwn(given, 'delivered')
    ? delivered
    : conditionShape,
);

export const condition: FileStepKind<z.output<typeof shape>, ConditionStep> = {
  shape,
  about: 'Continues with the steps of `then` or of `else`, and then with the next step.',
  // Every contact has it, so the stand-in itself is never reported.
  standIn: { value: 'contact.name', exists: true },
  build(given, place) {
    const { path, found, named } = place;
    const name = named();
    const at = [...path, 'if'];
    const known = (send: string, where: Path): void => {
      if (!place.sends.some((one) => one.name === send))
        found(where, `${quotedPath(where)} names "${send}", and there is no such "send" before it`, [
          ['sequence'],
        ]);
    };
    if ('delivered' in given) known(given.delivered, [...at, 'delivered']);
    else {
      const leaves = leavesOf(given, at);
      for (const { leaf, path: where } of leaves) {
        if ('message' in leaf) known(leaf.message, [...where, 'message']);
        if ('value' in leaf) checkValue(leaf, where, place);
      }
      const searches = leaves.filter(({ leaf }) => 'value' in leaf && leaf.contains !== undefined).length;
      if (searches > MAX_CONTAINS)
        found(at, `${quotedPath(at)} has ${searches} "contains"; at most ${MAX_CONTAINS} are allowed`);
    }
    const [then, otherwise] = [place.branch('then'), place.branch('else')];
    if (!then && !otherwise)
      found(path, `${quotedPath(path)} needs a "then" or an "else"`, [[...path, 'then']]);
    return {
      type: 'condition',
      name,
      if: 'delivered' in given ? { delivered: given.delivered, withinMs: given.within } : given,
      then: then ?? [],
      else: otherwise ?? [],
    };
  },
};

const TEXT_OR_NOTHING: PayloadSchema = { type: ['string', 'null'] };
const CONTACT: PayloadSchema = {
  type: ['object'],
  properties: {
    ...Object.fromEntries(CONTACT_FACTS.map((name) => [name, TEXT_OR_NOTHING])),
    meta: ANYTHING,
  },
};

/**
 * Reports a field that no contact and no payload has, and comparisons that are never true of its declared values. Warns of
 * values that change nothing.
 */
function checkValue(
  leaf: Comparison & { value: string },
  path: Path,
  { payload = ANYTHING, found, warn }: StepPlace,
): void {
  const { value, is_not: other, in: among, exists } = leaf;
  const facts: PayloadSchema = { type: ['object'], properties: { payload, contact: CONTACT } };
  const end = followNames(facts, value.split('.'));
  if ('problem' in end) {
    found([...path, 'value'], `${quotedPath([...path, 'value'])}: ${end.problem}`);
    return;
  }
  const never = neverHolds(end.schema, leaf);
  for (const { key, rule } of never)
    found([...path, key], `${quotedPath([...path, key])} is never true: "${value}" ${rule}`);
  const idle = (at: Path, effect: string, rule: string | undefined): void => {
    if (rule !== undefined) warn(at, `${quotedPath(at)} ${effect}: "${value}" ${rule}`);
  };
  if (other !== undefined) idle([...path, 'is_not'], 'is always true', misfitOf(end.schema, other));
  const [root, ...names] = value.split('.');
  if (exists !== undefined && root === 'payload' && isAlwaysThere(payload, names))
    idle([...path, 'exists'], `is ${exists ? 'always' : 'never'} true`, 'is required');
  if (never.some(({ key }) => key === 'in')) return;
  // One is named, because a list may be long.
  const index = among?.findIndex((one) => checkPayload(end.schema, one)) ?? -1;
  if (index !== -1) idle([...path, 'in', index], 'has no effect', misfitOf(end.schema, among![index]!));
}

interface Leaf {
  leaf: Condition;
  path: Path;
}

/** Returns the parts of a condition that have no parts of their own, with their places. */
function leavesOf(given: Condition, path: Path): Leaf[] {
  const within = (key: string, parts: Condition[]): Leaf[] =>
    parts.flatMap((part, index) => leavesOf(part, [...path, key, index]));
  if ('all' in given) return within('all', given.all);
  if ('any' in given) return within('any', given.any);
  return 'not' in given ? leavesOf(given.not, [...path, 'not']) : [{ leaf: given, path }];
}
