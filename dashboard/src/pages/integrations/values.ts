import type { Integration } from '../../api/types';
import type { Provider } from './queries';

/** What the form of an integration holds. */
export interface FormValues {
  name: string;
  /** Empty: no limit. */
  perSecond: string | number;
  settings: Readonly<Record<string, string>>;
  /** Secrets whose stored values are removed. */
  removed: readonly string[];
  /** Whether the provider is asked before the settings are stored. */
  check: boolean;
}

export const EMPTY: FormValues = { name: '', perSecond: '', settings: {}, removed: [], check: true };

/** Returns the values of a stored integration. Its secrets stay empty. */
export const valuesOf = ({ name, per_second: perSecond, settings }: Integration): FormValues => ({
  ...EMPTY,
  name,
  perSecond: perSecond ?? '',
  settings: Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)])),
});

/** Returns the rate as the API takes it. Null: no limit. */
export const rateOf = ({ perSecond }: FormValues): number | null =>
  perSecond === '' ? null : Number(perSecond);

/** Returns the settings that are filled in. */
export const settingsGiven = ({ settings }: FormValues, provider: Provider): Record<string, string> =>
  Object.fromEntries(
    provider.settings.flatMap(({ name }) => {
      const value = settings[name] ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );

/** Returns the settings that differ from the stored ones. Null removes one. An empty secret leaves the stored one. */
export function settingsChanged(
  { settings, removed }: FormValues,
  provider: Provider,
  stored: Integration,
): Record<string, string | null> {
  const before = valuesOf(stored).settings;
  return Object.fromEntries(
    provider.settings.flatMap(({ name, secret }): [string, string | null][] => {
      const value = settings[name] ?? '';
      if (secret && value === '') return removed.includes(name) ? [[name, null]] : [];
      if (value === (before[name] ?? '')) return [];
      return [[name, value === '' ? null : value]];
    }),
  );
}

/** Returns the names of all fields, as the API's errors name them. */
export const fieldsOf = (provider: Provider): string[] => [
  'name',
  'per_second',
  ...provider.settings.map(({ name }) => `settings.${name}`),
];
