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
 * A union whose forms are told apart before any is checked, so that an error speaks of what was meant and not of every
 * form that it is not. `formOf` gives the form to check, or what is wrong where it is none of them. In JSON Schema it
 * is any of the forms.
 */
export function choice<Form extends z.ZodType>(
  options: readonly Form[],
  formOf: (given: unknown) => Form | string,
): z.ZodUnion<readonly Form[]> {
  return new Choice({ type: 'union', options, formOf }) as Choice<Form>;
}
