import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const RUN = `axe.run(document, { resultTypes: ['violations'], iframes: false, rules: { 'target-size': { enabled: true } } })`;

interface Violation {
  id: string;
  impact: string | null;
  nodes: { target: string[]; failureSummary?: string }[];
}

/** Returns what axe finds serious or critical on the page as it is, a line each. */
export async function seriousProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`typeof axe === 'object'`))) await page.evaluate(SOURCE);
  const { violations } = await page.evaluate<{ violations: Violation[] }>(RUN);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
}
