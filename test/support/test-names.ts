import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type CallExpression, type Expression, type Node, parseSync } from '@swc/core';

const TEST_ROOT = path.join(__dirname, '..');

/**
 * Returns the names of the tests in the wanted files: the file's path below test/, then the titles of the describe
 * blocks and of the test, joined by ` › `. The title of an `.each` stands as it is written, `%s` included.
 */
export function testNames(isWanted: (file: string, text: string) => boolean): string[] {
  return readdirSync(TEST_ROOT, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(path.join(TEST_ROOT, file), 'utf8');
      if (!isWanted(file, text)) return [];
      // TypeScript's own parser takes seven times as long.
      return namesIn(parseSync(text, { syntax: 'typescript' })).map((name) => `${file} › ${name}`);
    });
}

function namesIn(source: Node): string[] {
  const names: string[] = [];
  const visit = (node: object, titles: string[]): void => {
    const block = isCall(node) ? blockOf(node) : null;
    if (block?.kind === 'test') names.push([...titles, block.title].join(' › '));
    const inner = block?.kind === 'describe' ? [...titles, block.title] : titles;
    for (const child of Object.values(node) as unknown[])
      if (typeof child === 'object' && child !== null) visit(child, inner);
  };
  visit(source, []);
  return names;
}

const isCall = (node: object): node is CallExpression => (node as Node).type === 'CallExpression';

/** `test('…', …)`, `it.each(…)('…', …)`, `describe('…', …)`; null for any other call. */
function blockOf(call: CallExpression): { kind: 'test' | 'describe'; title: string } | null {
  const title = textOf(call.arguments[0]?.expression);
  if (title === null) return null;
  const name = rootName(call.callee);
  if (name === 'test' || name === 'it') return { kind: 'test', title };
  return name === 'describe' ? { kind: 'describe', title } : null;
}

function textOf(node: Expression | undefined): string | null {
  if (node?.type === 'StringLiteral') return node.value;
  if (node?.type !== 'TemplateLiteral') return null;
  const [only, ...others] = node.quasis;
  return others.length === 0 ? (only?.cooked ?? null) : null;
}

/** `it` of `it`, `it.each(…)` and `it.each<Row>(…)`. */
function rootName(node: CallExpression['callee']): string | null {
  if (node.type === 'Identifier') return node.value;
  if (node.type === 'MemberExpression') return rootName(node.object);
  return node.type === 'CallExpression' ? rootName(node.callee) : null;
}
