import type { Field, Models, Type } from './read';

const HEAD = `"""Bodies and answers of the API. Made from docs/openapi.json by \`npm run openapi\`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union
`;

/** Words of the language. A field of this name has an underscore behind it, and the client sends it without. */
const RESERVED = new Set(['from']);

/** Words of the language in models that callers write as they are sent. Such a model is written as a call. */
const KEYWORDS = new Set(['is', 'in']);

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
  /** A text, because a model may come later. */
  const quoted = ({ name, type, required }: Field): string => {
    const text = required ? textOf(type) : `NotRequired[${textOf(type)}]`;
    return `        "${name}": "${text}",\n`;
  };
  const fieldOf = ({ name, type, nullable, required, description }: Field): string => {
    const text = textOf(type) + (nullable ? ' | None' : '');
    const called = RESERVED.has(name) ? `${name}_` : name;
    return [`${called}: ${required ? text : `NotRequired[${text}]`}`, ...docOf(description)]
      .map((line) => `    ${line}\n`)
      .join('');
  };
  const classes = [...objects].map(([name, { description, fields }]) => {
    if (fields.some((field) => KEYWORDS.has(field.name)))
      return `${name} = TypedDict(\n    "${name}",\n    {\n${fields.map(quoted).join('')}    },\n)\n`;
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
