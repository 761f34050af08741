import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../../..');
const SOURCE = path.join(ROOT, 'dashboard/src');
const STYLES = path.join(ROOT, 'node_modules/@mantine/core/styles');

const read = (name: string): string => readFileSync(name, 'utf8');
const imported = [...read(path.join(SOURCE, 'styles.ts')).matchAll(/core\/styles\/(\w+)\.css/g)].map(
  ([, name = '']) => name,
);

test('each component of Mantine that the dashboard uses has its styles', () => {
  const used = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) => {
      const source = read(path.join(SOURCE, name));
      const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(source) ?? [];
      return names.match(/\b[A-Z]\w+/g) ?? [];
    });
  expect(used.length).toBeGreaterThan(0);
  const styled = [...new Set(used)].filter((name) => existsSync(path.join(STYLES, `${name}.css`)));
  expect(styled.filter((name) => !imported.includes(name))).toEqual([]);
});

test('they are in the order of Mantine, in which a link overrides the text that it is', () => {
  const all = read(path.join(STYLES, '../styles.css'));
  const placeOf = (name: string): number => {
    const [first = name] = /\.m_[\da-f]+/.exec(read(path.join(STYLES, `${name}.css`))) ?? [];
    return all.indexOf(first);
  };
  expect(imported).toEqual(imported.toSorted((one, other) => placeOf(one) - placeOf(other)));
});
