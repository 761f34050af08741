import type { Health } from '../../telemetry/health';
import type { ServiceProcess } from './outside/service';

/** What a process exports at /metrics. */
export interface Page {
  text: string;
  /** Names as queries use them: `_bucket`, `_sum` and `_count` of histograms too. */
  names: Set<string>;
  /** Names of the metrics, from their TYPE lines. */
  families: Set<string>;
  /** Returns the sum of the series that have all these labels. */
  value(name: string, labels: Record<string, string>): number;
}

export async function pageOf(port: number): Promise<Page> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
  }));
  const names = types.flatMap(({ name, type }) =>
    type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return {
    text,
    names: new Set(names),
    families: new Set(types.map(({ name }) => name)),
    value: (name, labels) =>
      text
        .split('\n')
        .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
        .filter((line) =>
          Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
        )
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0),
  };
}

/** Returns what a process says at /readyz of its listener of metrics. */
export async function readinessOf(process: Pick<ServiceProcess, 'metricsPort'> | undefined) {
  const answer = await fetch(`http://127.0.0.1:${process?.metricsPort}/readyz`);
  const { roles } = (await answer.json()) as { roles: Record<string, Health> };
  return { status: answer.status, roles };
}
