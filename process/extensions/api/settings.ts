import type { z } from 'zod';

type Shape = Readonly<Record<string, z.ZodType>>;
type Values<Of extends Shape> = { readonly [Name in keyof Of]: z.output<Of[Name]> };

/** Settings of the extensions, which a start reads from the environment. */
export interface OwnSettings<Of extends Shape = Shape> {
  shape: Of;
  /** Those whose value no list, message or log shows. */
  secrets: readonly (keyof Of & string)[];
  /** Throws before a start has read them, so use them inside functions. */
  readonly values: Values<Of>;
  /** Sets the values, as a start does. For tests. */
  use(values: Values<Of>): void;
}

/**
 * Defines the settings of the extensions, by the names of their environment variables: `heliograph/settings`. Each has a
 * text, `.describe('…')`, and may have a default.
 */
export function defineSettings<const Of extends Shape>(
  shape: Of,
  { secrets = [] }: { secrets?: readonly (keyof Of & string)[] } = {},
): OwnSettings<Of> {
  let values: Values<Of> | undefined;
  return {
    shape,
    secrets,
    get values() {
      if (values) return values;
      throw new Error(
        'the values of settings are read after the extensions are loaded: use them in a function',
      );
    },
    use: (given) => void (values = given),
  };
}
