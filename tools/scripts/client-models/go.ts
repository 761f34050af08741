import type { Field, Models, Type } from './read';

const HEAD = `// Code generated from docs/openapi.json by \`npm run openapi\`. DO NOT EDIT.

package heliograph

import "time"
`;

/** Fields whose false is another thing than their absence. */
const THREE_WAY = new Set(['exists']);

const INITIALISMS = new Set(['id', 'uuid', 'url']);
const nameOf = (field: string): string =>
  field
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .split(/[_.-]/)
    .map((part) => (INITIALISMS.has(part) ? part.toUpperCase() : part[0]!.toUpperCase() + part.slice(1)))
    .join('');

/** Returns the text of the models for Go. A value that is null or absent is a zero value. */
export function goModels({ enums, objects }: Models): string {
  const merged: Models['objects'] = new Map();
  const textOf = (type: Type): string => {
    switch (type.kind) {
      case 'text':
      case 'constant':
        return 'string';
      case 'time':
        return 'time.Time';
      case 'integer':
        return 'int';
      case 'boolean':
        return 'bool';
      case 'any':
        return 'any';
      case 'map':
        return 'map[string]any';
      case 'list':
        return `[]${textOf(type.of)}`;
      case 'object':
      case 'enum':
        return type.name;
      case 'union':
        return unionOf(type);
    }
  };
  /** Go has no unions: a list is for one too, an object for its text too, and one object has the fields of all. */
  const unionOf = ({ name, of }: Extract<Type, { kind: 'union' }>): string => {
    const list = of.find(({ kind }) => kind === 'list');
    const named = of.flatMap((one) => (one.kind === 'object' ? one.name : []));
    if (list) return textOf(list);
    if (named.length === 1) return named[0]!;
    const fields = new Map<string, Field>();
    for (const field of named.flatMap((one) => objects.get(one)!.fields))
      if (!fields.has(field.name)) fields.set(field.name, field);
    merged.set(name, { fields: [...fields.values()] });
    return name;
  };
  const structOf = (name: string, { description, fields }: { description?: string; fields: Field[] }) => {
    const lines = fields.map((field) => {
      const text = textOf(field.type);
      const type = name.endsWith('Changes')
        ? `Change[${text}]`
        : ((field.nullable && field.type.kind === 'object') || THREE_WAY.has(field.name) ? '*' : '') + text;
      const tag = `\`json:"${field.name}${field.required ? '' : ',omitzero'}"\``;
      return { comment: commentOf(field.description, '\t'), cells: [nameOf(field.name), type, tag] };
    });
    return `${commentOf(description)}type ${name} struct {\n${aligned(lines)}}\n`;
  };
  const constants = [...enums].map(([name, values]) => {
    const lines = values.map((value) => ({
      ...{ comment: '', cells: [`${name}${nameOf(value.toLowerCase())}`, name, `= "${value}"`] },
    }));
    return `type ${name} string\n\nconst (\n${aligned(lines)})\n`;
  });
  const structs = [...objects].map(([name, model]) => structOf(name, model));
  const unions = [...merged].map(([name, model]) => structOf(name, model));
  return [HEAD, ...constants, ...structs, ...unions].join('\n');
}

/** Aligns cells as gofmt does: of lines between which there is no comment. */
function aligned(lines: { comment: string; cells: string[] }[]): string {
  const blocks: (typeof lines)[] = [];
  for (const line of lines)
    if (line.comment === '' && blocks.length > 0) blocks.at(-1)!.push(line);
    else blocks.push([line]);
  const textOf = (block: typeof lines): string => {
    const widths = [0, 1].map((column) => Math.max(...block.map(({ cells }) => cells[column]!.length)));
    return block
      .map(({ comment, cells }) => {
        const padded = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0));
        return `${comment}\t${padded.join(' ')}\n`;
      })
      .join('');
  };
  return blocks.map(textOf).join('');
}

const commentOf = (description: string | undefined, indent = ''): string =>
  description === undefined ? '' : `${indent}// ${description}\n`;
