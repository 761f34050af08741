import type { Integration } from '../../api/types';
import type { Provider } from './queries';

/** What the form of an integration holds. */
export interface FormValues {
  name: string;
  /** Empty: no limit. */
  perSecond: string | number;
  /** Messages of broadcasts on the first day of a warm-up. Empty: there is no plan. */
  firstDay: string | number;
  factor: string | number;
  until: string | number;
  settings: Readonly<Record<string, string>>;
  /** Secrets whose stored values are removed. */
  removed: readonly string[];
  /** Whether the provider is asked before the settings are stored. */
  check: boolean;
}

export const EMPTY: FormValues = {
  ...{ name: '', perSecond: '', firstDay: '', factor: 2, until: '' },
  ...{ settings: {}, removed: [], check: true },
};

/** Returns the values of a stored integration. Its secrets stay empty. */
export const valuesOf = ({
  name,
  per_second: perSecond,
  warm_up: plan,
  settings,
}: Integration): FormValues => ({
  ...EMPTY,
  name,
  perSecond: perSecond ?? '',
  ...(plan && { firstDay: plan.first_day, factor: plan.factor, until: plan.until }),
  settings: Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)])),
});

/** Returns the rate as the API takes it. Null: no limit. */
export const rateOf = ({ perSecond }: FormValues): number | null =>
  perSecond === '' ? null : Number(perSecond);

/** Returns the plan of a warm-up as the API takes it. Null: there is none. */
export const warmUpOf = ({ firstDay, factor, until }: FormValues) =>
  firstDay === '' ? null : { first_day: Number(firstDay), factor: Number(factor), until: Number(until) };

/** Returns the plan of a stored integration in the form of a change. Null: there is none. */
export const planOf = ({ warm_up: plan }: Integration) =>
  plan && {
    ...{ first_day: plan.first_day, factor: plan.factor, until: plan.until },
    started_at: plan.started_at,
  };

/** Whether the form changes the plan of a stored integration. */
export function isWarmUpChanged(values: FormValues, { warm_up: stored }: Integration): boolean {
  const plan = warmUpOf(values);
  if (!plan || !stored) return plan !== stored;
  return (['first_day', 'factor', 'until'] as const).some((name) => plan[name] !== stored[name]);
}

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
  ...['warm_up', 'warm_up.first_day', 'warm_up.factor', 'warm_up.until'],
  ...provider.settings.map(({ name }) => `settings.${name}`),
];
