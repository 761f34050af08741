import { lookup } from 'node:dns/promises';
import type { Finding } from './answers';

const WITHIN_MS = 5_000;

/** Returns what can be seen of an API from here, without a key: its name in DNS, whether it answers, whether it is ready. */
export async function checkFromHere(url: string): Promise<Finding[]> {
  const { hostname } = new URL(url);
  const named = await lookup(hostname.replace(/^\[|\]$/g, '')).then(
    ({ address }) => ok('dns', `${hostname} is ${address}.`),
    (error: NodeJS.ErrnoException) =>
      problem(
        'dns',
        `${hostname} cannot be resolved (${error.code}).`,
        'Check the address and the DNS of this machine.',
      ),
  );
  if (named.level === 'problem') return [named];
  return [named, await readiness(url)];
}

async function readiness(url: string): Promise<Finding> {
  try {
    const response = await fetch(`${url}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const { mongodb, temporal } = (await response.json()) as { mongodb?: boolean; temporal?: boolean };
    if (mongodb === false)
      return problem(
        'mongodb',
        'The API reports that MongoDB is not available or has no indexes.',
        'Check MongoDB and MONGODB_URI.',
      );
    if (temporal === false)
      return problem(
        'temporal',
        'The API reports that Temporal is not available.',
        'Check Temporal and TEMPORAL_ADDRESS.',
      );
    return ok('api', `${url}/readyz answers ${response.status}.`);
  } catch {
    return problem(
      'api',
      `${url}/readyz does not answer.`,
      'Check that the API process runs, that ADMIN_HOST and ADMIN_PORT match this address, and that no firewall blocks it.',
    );
  }
}

const ok = (area: string, summary: string): Finding => ({ area, level: 'ok', summary, action: null });
const problem = (area: string, summary: string, action: string): Finding => ({
  ...{ area, level: 'problem', summary, action },
});
