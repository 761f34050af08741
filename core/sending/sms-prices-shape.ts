import { z } from 'zod';

const PREFIX = /^\+(?:[1-9]\d{0,7})?$/;
const isPrefix = (text: string): boolean => PREFIX.test(text);
const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code);

/** Prices of SMS in bodies and answers of the admin API. Null: none are known. */
export const smsPrices = z
  .strictObject({
    currency: z
      .string()
      .refine(isCurrency, 'must be a currency of ISO 4217, for example EUR')
      .describe('ISO 4217.')
      .meta({ examples: ['EUR'] }),
    segments: z
      .record(
        z
          .string()
          .refine(isPrefix, 'must be the beginning of a number, for example +49, or + for all numbers'),
        z.number().min(0).max(1000),
      )
      .refine((given) => Object.keys(given).length > 0, 'must have at least one price')
      .refine((given) => Object.keys(given).length <= 500, 'must have at most 500 prices')
      .describe(
        'Price of a segment by the beginning of the number. The longest one counts. `+` is for all numbers.',
      )
      .meta({ examples: [{ '+': 0.08, '+49': 0.075 }] }),
  })
  .nullable();
