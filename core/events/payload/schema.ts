export const PAYLOAD_TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;
export type PayloadType = (typeof PAYLOAD_TYPES)[number];

export const PAYLOAD_FORMATS = ['date', 'date-time', 'email', 'uri', 'uuid'] as const;
export type PayloadFormat = (typeof PAYLOAD_FORMATS)[number];

/** A value of `enum` or `const`. */
export type PayloadScalar = string | number | boolean | null;

/**
 * What a payload, or a value in it, must be: a subset of JSON Schema (draft 2020-12). It has no regular expressions, no
 * references and no alternatives, so a check takes time in proportion to the payload, whoever wrote the schema.
 */
export interface PayloadSchema {
  /** Absent: any type. */
  type?: PayloadType[];
  title?: string;
  description?: string;
  deprecated?: boolean;
  enum?: PayloadScalar[];
  const?: PayloadScalar;
  minLength?: number;
  maxLength?: number;
  format?: PayloadFormat;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  items?: PayloadSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, PayloadSchema>;
  required?: string[];
  additionalProperties?: boolean | PayloadSchema;
}

/** A payload that previews use. */
export interface PayloadExample {
  name: string;
  payload: Record<string, unknown>;
}
