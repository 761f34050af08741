import { z } from 'zod';
import { type Condition, CONTACT_FACTS } from '../../../sequences/condition';
import type { ConditionStep } from '../../../sequences/steps';
import { suggestion } from '../../../shared/suggestion';
import { followNames } from '../../payload/names';
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
  standIn: { value: 'payload.any', exists: true },
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
      const leaves = leavesOf(given);
      for (const leaf of leaves) {
        if ('message' in leaf) known(leaf.message, at);
        if ('value' in leaf) checkValue(leaf.value, at, place);
      }
      const searches = leaves.filter((leaf) => 'value' in leaf && leaf.contains !== undefined).length;
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

/** Reports a field that no contact and no payload has: it would never have a value. */
function checkValue(value: string, path: Path, { payload, found }: StepPlace): void {
  const [root, field = ''] = value.split('.');
  if (root === 'payload' && payload) {
    const end = followNames({ type: ['object'], properties: { payload } }, value.split('.'));
    if ('problem' in end) found(path, `${quotedPath(path)}: ${end.problem}`);
  }
  if (root !== 'contact' || CONTACT_FACTS.some((one) => one === field)) return;
  const near = suggestion(field, CONTACT_FACTS) || ` (known: ${CONTACT_FACTS.join(', ')})`;
  found(path, `${quotedPath(path)}: unknown field "contact.${field}"${near}`);
}

/** Returns the parts of a condition that have no parts of their own. */
function leavesOf(given: Condition): Condition[] {
  if ('all' in given) return given.all.flatMap(leavesOf);
  if ('any' in given) return given.any.flatMap(leavesOf);
  return 'not' in given ? leavesOf(given.not) : [given];
}
