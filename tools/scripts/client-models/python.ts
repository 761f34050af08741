import type { Field, Models, Type } from './read';

const HEAD = `"""Bodies and answers of the API. Made from docs/openapi.json by \`npm run openapi\`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union
`;

/** Words of the language. A field of this name has an underscore behind it, and the client sends it without. */
const RESERVED = new Set(['from']);

/** Returns the text of the models for Python. */
export function pythonModels({ enums, objects }: Models): string {
  const unions = new Map<string, Type[]>();
  const textOf = (type: Type): string => {
    switch (type.kind) {
      case 'text':
      case 'time':
        return 'str';
      case 'integer':
        return 'int';
      case 'boolean':
        return 'bool';
      case 'any':
        return 'Any';
      case 'map':
        return 'dict[str, Any]';
      case 'constant':
        return `Literal["${type.value}"]`;
      case 'list':
        return `list[${textOf(type.of)}]`;
      case 'object':
      case 'enum':
        return type.name;
      case 'union':
        unions.set(type.name, type.of);
        return type.name;
    }
  };
  const fieldOf = ({ name, type, nullable, required, description }: Field): string => {
    const text = textOf(type) + (nullable ? ' | None' : '');
    const called = RESERVED.has(name) ? `${name}_` : name;
    return [`${called}: ${required ? text : `NotRequired[${text}]`}`, ...docOf(description)]
      .map((line) => `    ${line}\n`)
      .join('');
  };
  const classes = [...objects].map(([name, { description, fields }]) => {
    const doc = docOf(description).map((line) => `    ${line}\n\n`);
    return `class ${name}(TypedDict):\n${doc.join('')}${fields.map(fieldOf).join('')}`;
  });
  const literals = [...enums].map(
    ([name, values]) => `${name} = Literal[\n${values.map((value) => `    "${value}",\n`).join('')}]\n`,
  );
  const aliases = [...unions].map(
    ([name, of]) => `${name} = Union[${of.map((one) => `${textOf(one)}`).join(', ')}]\n`,
  );
  return [HEAD + '\n' + literals.join(''), ...classes, aliases.join('')].join('\n\n');
}

const docOf = (description: string | undefined): string[] =>
  description === undefined ? [] : [`"""${description.replaceAll('\\', '\\\\')}"""`];
