/** `npm run simulate`: histories of a simulated service, each decided by its seed (docs/internals/simulator.md). */
import './load';
import { runFaults } from './faults/run';
import { judge } from './judge';
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
  let [run, toldAt] = [0, begunAt];
  const counted = (): string => {
    const seconds = (real.Date.now() - begunAt) / 1000;
    return `${run} histories in ${seconds.toFixed(1)} s, ${(run / seconds).toFixed(1)} a second`;
  };
  while (run < options.seeds && real.Date.now() - begunAt < options.forMs) {
    const seed = options.list?.[run] ?? options.from + run;
    if (options.except.includes(seed)) {
      run += 1;
      continue;
    }
    const plan = reduced(planOf(seed), { actions: options.without, rates: options.calm });
    const judged = await judge(plan, options.trace);
    run += 1;
    if (options.trace) console.log(judged.history.trace.join('\n'));
    const [first] = judged.violations;
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
    if (run < options.seeds && real.Date.now() - toldAt >= PROGRESS_MS) {
      toldAt = real.Date.now();
      console.log(`${counted()}; all clean so far, the last seed is ${seed}`);
    }
  }
  const verdict = process.exitCode === 1 ? 'some promise was broken' : 'no promise was broken';
  const which = options.list?.join(', ') ?? `${options.from} to ${options.from + run - 1}`;
  console.log(`Seeds ${which}: ${verdict}. ${counted()}.`);
}

void main(optionsOf(process.argv.slice(2)));
