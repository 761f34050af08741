import { readFileSync } from 'node:fs';
import { judgeCorpus, readExpectations, summaryOf } from './judge';

/** `npm run test:bounces -- <folder of .eml files> <expectations> [--all]` (docs/internals/receipts.md, "A corpus of bounces"). */
async function main([folder, expectations, ...options]: string[]): Promise<void> {
  if (folder === undefined || expectations === undefined)
    throw new Error('Name a folder of .eml files and a file of expectations.');
  const judged = await judgeCorpus(folder, readExpectations(readFileSync(expectations, 'utf8')));
  const shown = options.includes('--all')
    ? judged.filter(({ expected, read }) => expected.join() !== read.join())
    : judged.filter(({ wrong, missing }) => wrong + missing > 0);
  for (const { file, expected, read } of shown)
    console.log(`${file}: expected ${expected.join(', ')}; read as ${read.join(', ')}`);
  console.log(summaryOf(judged));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
