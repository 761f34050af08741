import type { oas31 } from 'zod-openapi';

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/**
 * Returns the document with each union in the form that most generators read (docs/reference/openapi.md): what may be null
 * is one schema of two types, alternatives of different types are `oneOf`, and a constant text is an `enum` of one.
 */
export function readable(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const { schemas = {} } = document.components ?? {};
  /** The type of a schema that is no union itself. */
  const typeOf = ({ $ref, type }: Node): unknown =>
    typeof $ref === 'string' ? (schemas[$ref.split('/').at(-1) ?? ''] as Node | undefined)?.type : type;

  function union({ anyOf, ...rest }: Node & { anyOf: Node[] }): Node {
    const [one = {}, other] = anyOf;
    if (anyOf.length === 2 && other?.type === 'null' && typeof one.type === 'string') {
      const values = Array.isArray(one.enum) && { enum: [...(one.enum as unknown[]), null] };
      return { ...one, ...rest, type: [one.type, 'null'], ...values };
    }
    const types = anyOf.map(typeOf);
    const areDistinct = !types.includes(undefined) && new Set(types).size === types.length;
    return { ...rest, [areDistinct ? 'oneOf' : 'anyOf']: anyOf };
  }

  function walked(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(walked);
    if (!isNode(value)) return value;
    const node = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walked(one)]));
    if (Array.isArray(node.anyOf)) return union(node as Node & { anyOf: Node[] });
    if (node.type !== 'string' || typeof node.const !== 'string') return node;
    const { const: only, ...rest } = node;
    return { ...rest, enum: [only] };
  }

  return walked(document) as oas31.OpenAPIObject;
}
