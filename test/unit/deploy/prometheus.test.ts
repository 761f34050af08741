import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const ROOT = path.join(__dirname, '../../..');
const fileOf = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');
const FOLDER = path.join(ROOT, 'deploy/prometheus');

interface Rule {
  alert: string;
  labels: { severity: string };
  annotations: { runbook: string; summary: string };
}
const { groups } = parse(fileOf('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

test('each alert has a runbook that says what it means, how to see it and what to do, and there is no other', () => {
  const [, ...sections] = fileOf('docs/operations/runbooks.md').split(/^## /m);
  expect(sections.map((section) => section.split('\n')[0])).toEqual(rules.map(({ alert }) => alert));
  for (const section of sections)
    expect(section).toMatch(/\*\*Meaning\.\*\* [^]+\*\*See\.\*\* [^]+\*\*Do\.\*\* /);
  for (const { alert, annotations, labels } of rules) {
    expect(annotations.runbook).toBe(`docs/operations/runbooks.md#${alert.toLowerCase()}`);
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
  }
});

/** Whether Prometheus' own tool is installed (Debian's package `prometheus` has it). */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

(hasPromtool ? test : test.skip).each([
  ['check', 'rules', 'alerts.yml'],
  ['check', 'config', 'prometheus.yml'],
  ['test', 'rules', 'alerts.test.yml'],
])('promtool %s %s %s', (...options) => {
  const { status, stdout, stderr } = spawnSync('promtool', options, { cwd: FOLDER, encoding: 'utf8' });
  expect({ status, said: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, said: '' });
});
