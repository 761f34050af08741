import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runTarget } from './run-target';
import { TARGETS } from './targets';
import { watch } from './watchdog';

/** `npm run fuzz -- [--target NAME] [--minutes M] [--seed N]` (docs/internals/fuzzing.md). */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', multiple: true },
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    },
  });
  const chosen = TARGETS.filter(({ name }) => values.target?.includes(name) ?? true);
  const names = TARGETS.map(({ name }) => name);
  const unknown = values.target?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no target ${unknown}. Targets: ${names.join(', ')}`);
  const [forMs, seed] = [Number(values.minutes) * 60_000, Number(values.seed)];
  if (!(forMs >= 0)) throw new Error('--minutes must be a number of minutes for each target.');
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error('--seed must be an integer of 0 or more.');

  const watchdog = watch();
  for (const target of chosen) {
    const { inputs, broken } = await runTarget(target, { seed, forMs, onInput: watchdog.note });
    console.log(`${target.name}: ${inputs} inputs, ${broken ? 'BROKEN' : 'nothing found'} (seed ${seed})`);
    if (!broken) continue;
    process.exitCode = 1;
    console.log(`${broken.problem}\n\nThe input:\n${JSON.stringify(broken.input).slice(0, 4000)}`);
    console.log(broken.file === null ? 'It is too large to keep.' : `It is in ${broken.file}.`);
    if (broken.seed !== null)
      console.log(`Repeat: npm run fuzz -- --target ${target.name} --seed ${broken.seed}\n`);
  }
  await watchdog.stop();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
