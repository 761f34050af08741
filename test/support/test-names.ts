import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const TEST_ROOT = path.join(__dirname, '..');

/**
 * Returns the names of the tests in the wanted files below test/, as the documentation cites them: the file's path
 * below test/, then the titles of the describe blocks and of the test, joined by ` › `. The title of an `.each` stands
 * as it is written, `%s` included.
 */
export function testNames(isWanted: (file: string) => boolean): string[] {
  return readdirSync(TEST_ROOT, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts') && isWanted(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(TEST_ROOT, file), 'utf8');
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
      return namesIn(source).map((name) => `${file} › ${name}`);
    });
}

function namesIn(source: ts.SourceFile): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node, titles: string[]): void => {
    const block = ts.isCallExpression(node) ? blockOf(node) : null;
    if (block?.kind === 'test') names.push([...titles, block.title].join(' › '));
    const inner = block?.kind === 'describe' ? [...titles, block.title] : titles;
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(source, []);
  return names;
}

/** `test('…', …)`, `it.each(…)('…', …)`, `describe('…', …)`; null for any other call. */
function blockOf(call: ts.CallExpression): { kind: 'test' | 'describe'; title: string } | null {
  const [title] = call.arguments;
  if (!title || !ts.isStringLiteralLike(title)) return null;
  const name = rootName(call.expression);
  if (name === 'test' || name === 'it') return { kind: 'test', title: title.text };
  return name === 'describe' ? { kind: 'describe', title: title.text } : null;
}

/** `it` of `it`, `it.each(…)` and `it.each<Row>(…)`. */
function rootName(expression: ts.Expression): string | null {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return rootName(expression.expression);
  return ts.isCallExpression(expression) ? rootName(expression.expression) : null;
}
