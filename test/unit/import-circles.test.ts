import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(__dirname, '../..');

/** Returns the files of ours that each file imports, types included: import-x/no-cycle skips those. */
function importsOfAll(): Map<string, string[]> {
  const config = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile).config as unknown;
  const files = ts
    .parseJsonConfigFileContent(config, ts.sys, ROOT)
    .fileNames.map((file) => path.relative(ROOT, file))
    // The user's own.
    .filter((file) => !file.startsWith(`extensions${path.sep}`));
  const known = new Set(files);
  const importsOf = (file: string): string[] =>
    ts
      .preProcessFile(readFileSync(path.join(ROOT, file), 'utf8'), true, true)
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => path.join(path.dirname(file), fileName.replace(/\.js$/, '')))
      .flatMap((to) => [`${to}.ts`, path.join(to, 'index.ts')].filter((one) => known.has(one)));
  return new Map(files.map((file) => [file, importsOf(file)]));
}

/** Returns the first circle of each file that lies on one, as the files in order. */
function circlesIn(imports: Map<string, string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (way.includes(file) || done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

test('a circle is found, also one of two files', () => {
  const imports = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: ['d'], f: ['a'] };
  expect(circlesIn(new Map(Object.entries(imports)))).toEqual(['a → b → c → a', 'd → e → d']);
});

test('no file imports itself by way of others, types included', () => {
  const imports = importsOfAll();
  expect(imports.get('api/app.ts')?.length).toBeGreaterThan(5);
  expect(circlesIn(imports)).toEqual([]);
});
