import { z } from 'zod';

interface ChoiceDef<Form extends z.ZodType> extends z.core.$ZodUnionDef<readonly Form[]> {
  formOf(given: unknown): Form | string;
}

interface Choice<Form extends z.ZodType> extends z.ZodUnion<readonly Form[]> {
  _zod: z.core.$ZodUnionInternals<readonly Form[]> & { def: ChoiceDef<Form> };
}

const Choice: z.core.$constructor<Choice<z.ZodType>, ChoiceDef<z.ZodType>> = z.core.$constructor(
  'Choice',
  (schema, def) => {
    z.ZodUnion.init(schema, def);
    schema._zod.parse = (payload, context) => {
      const form = def.formOf(payload.value);
      if (typeof form !== 'string') return form._zod.run(payload, context);
      payload.issues.push({ code: 'custom', message: form, input: payload.value, inst: schema });
      return payload;
    };
  },
);

/**
 * Returns a union that selects a form before it checks the value, so that an error is about that form and not about all
 * forms. `formOf` returns the form, or an error message if there is none. In JSON Schema any form is valid.
 */
export function choice<Form extends z.ZodType>(
  options: readonly Form[],
  formOf: (given: unknown) => Form | string,
): z.ZodUnion<readonly Form[]> {
  return new Choice({ type: 'union', options, formOf }) as Choice<Form>;
}
