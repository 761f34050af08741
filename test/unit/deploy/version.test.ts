import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { version } from '../../../package.json';

const fileOf = (name: string): string => readFileSync(path.join(__dirname, '../../..', name), 'utf8');

test.each(['cli', 'client', 'dashboard'])('%s has the version of the service', (folder) => {
  expect(JSON.parse(fileOf(`${folder}/package.json`))).toMatchObject({ version });
});

test('the package for Python has the version of the service', () => {
  expect(fileOf('client/python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
});

test.each(['client', 'client/python'])('%s has the license of the service', (folder) => {
  expect(fileOf(`${folder}/LICENSE`)).toBe(fileOf('LICENSE'));
});

test('package-lock.json has it for each package of ours', () => {
  const { packages } = JSON.parse(fileOf('package-lock.json')) as { packages: Record<string, unknown> };
  for (const name of ['', 'cli', 'client', 'dashboard']) expect(packages[name]).toMatchObject({ version });
});

test('the chart has it, and deploys the image with it', () => {
  expect(parse(fileOf('deploy/helm/heliograph/Chart.yaml'))).toMatchObject({ version, appVersion: version });
});

test('the changelog has a part for it, and the README names it', () => {
  expect(fileOf('CHANGELOG.md')).toMatch(
    new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm'),
  );
  expect(fileOf('README.md')).toContain(`The version is ${version}.`);
});
