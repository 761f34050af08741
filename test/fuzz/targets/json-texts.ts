import fc from 'fast-check';
import { examineJson } from '../../../core/shared/json-text';
import { key, text } from '../grammar';
import { fuzzTarget, promise } from '../target';

/** JSON as it is written, and whether an object in it has a member twice. */
interface Written {
  json: string;
  repeats: boolean;
}

const space = fc.constantFrom('', '', ' ', '\n\t', '\r\n  ');
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,30}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,30}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?\d{1,4}$/)),
  )
  .map((parts) => parts.join(''));

/** A text in one of the forms that JSON has for it. */
const written = (from: fc.Arbitrary<string>): fc.Arbitrary<{ plain: string; json: string }> =>
  fc.tuple(from, fc.boolean()).map(([plain, escapes]) => ({
    plain,
    json: escapes
      ? `"${Array.from({ length: plain.length }, (_, at) => `\\u${plain.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
      : JSON.stringify(plain),
  }));

const leaf = fc.oneof(
  number,
  written(text).map(({ json }) => json),
  fc.constantFrom('true', 'false', 'null'),
);

const { value } = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    leaf.map((json) => ({ json, repeats: false })),
    fc.tuple(space, fc.array(tie('value'), { maxLength: 5 })).map(([gap, inner]) => ({
      json: `[${inner.map(({ json }) => gap + json + gap).join()}]`,
      repeats: inner.some(({ repeats }) => repeats),
    })),
    fc
      .tuple(space, fc.array(fc.tuple(written(key), tie('value')), { maxLength: 5 }))
      .map(([gap, members]) => ({
        json: `{${members.map(([name, { json }]) => `${gap}${name.json}${gap}:${gap}${json}`).join()}}`,
        repeats:
          new Set(members.map(([{ plain }]) => plain)).size < members.length ||
          members.some(([, { repeats }]) => repeats),
      })),
  ),
}));

/** The examination of a JSON text finds repeated members, and only those and numbers that no double holds. */
export const jsonTexts = fuzzTarget<Written>({
  name: 'json-texts',
  arbitrary: fc.tuple(value, fc.integer({ min: 1, max: 200 }), fc.boolean()).map(([one, times, isLarge]) => {
    const count = isLarge ? Math.min(times, Math.ceil(50_000 / one.json.length)) : 1;
    return count === 1 ? one : { ...one, json: `[${Array.from({ length: count }, () => one.json).join()}]` };
  }),
  check({ json, repeats }) {
    const examination = examineJson(json, JSON.parse(json));
    let step = examination.next();
    while (!step.done) step = examination.next();
    const problem = 'rule' in step.value ? step.value.rule : null;
    if (problem === null) return promise(!repeats, 'a repeated member is not noticed');
    promise(/repeated|double/.test(problem), `another problem: ${problem}`);
    promise(repeats || problem.includes('double'), 'nothing is repeated');
  },
});
