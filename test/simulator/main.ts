/** `npm run simulate`: histories of a simulated service, each decided by its seed (docs/internals/simulator.md). */
import './load';
import { runFaults } from './faults/run';
import { judge } from './judge';
import { isOpenFinding } from './open-findings';
import { type Options, optionsOf } from './options';
import { real } from './real';
import { shrink } from './shrink';
import { storyOf } from './story';
import { prepare } from './world/history';
import { planOf, reduced } from './world/plan';

const PROGRESS_MS = 10_000;

async function main(options: Options): Promise<void> {
  if (options.faults) {
    if (!(await runFaults(options.only, options.seeds, options.forMs))) process.exitCode = 1;
    return;
  }
  await prepare();
  const begunAt = real.Date.now();
  let [run, toldAt, withOpen] = [0, begunAt, 0];
  const counted = (): string => {
    const seconds = (real.Date.now() - begunAt) / 1000;
    return `${run} histories in ${seconds.toFixed(1)} s, ${(run / seconds).toFixed(1)} a second`;
  };
  for (let seed = options.from; run < options.seeds && real.Date.now() - begunAt < options.forMs; seed += 1) {
    const plan = reduced(planOf(seed), { actions: options.without, rates: options.calm });
    const judged = await judge(plan, options.trace);
    run += 1;
    if (options.trace) console.log(judged.history.trace.join('\n'));
    const isLenient = !options.brief && !options.single && !options.survey;
    const counting = isLenient ? judged.violations.filter((one) => !isOpenFinding(one)) : judged.violations;
    if (isLenient && judged.violations.length > counting.length) withOpen += 1;
    const [first] = counting;
    if (options.single)
      console.log(storyOf({ judged, without: { actions: options.without, rates: options.calm } }));
    if (first) process.exitCode = 1;
    if (first && options.brief) {
      console.log(`seed ${seed} breaks ${first.rule}: ${first.what}`);
      return;
    }
    if (options.survey) {
      for (const { rule, what } of judged.violations) console.log(`${seed} ${rule}: ${what}`);
      continue;
    }
    if (first && !options.single) console.log(storyOf(await shrink(seed, first.rule)));
    if (first) {
      console.log(`\nSeed ${seed} failed. ${counted()}.`);
      return;
    }
    if (real.Date.now() - toldAt >= PROGRESS_MS) {
      toldAt = real.Date.now();
      console.log(`${counted()}; all clean so far, the next seed is ${seed + 1}`);
    }
  }
  const verdict = process.exitCode === 1 ? 'some promise was broken' : 'no promise was broken';
  const open = withOpen > 0 ? ` ${withOpen} show an open finding (docs/internals/simulator.md).` : '';
  console.log(`Seeds ${options.from} to ${options.from + run - 1}: ${verdict}.${open} ${counted()}.`);
}

void main(optionsOf(process.argv.slice(2)));
