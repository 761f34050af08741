import type { components } from '../../../../../generated/admin-openapi';
import type { Application } from '../../../api/types';

type Limit = Application['limits'][number];
type Changes = components['schemas']['ApplicationChanges'];

/** What stops SMS pumping, as the fields of a form have it. An empty field is an unset one. */
export interface Draft {
  /** Separated by commas. Empty: all. */
  countries: string;
  /** Names of the events that send codes, separated by commas. */
  events: string;
  /** SMS in ten minutes to a number, and to a prefix of numbers. */
  address: number | string;
  prefix: number | string;
  isGuarded: boolean;
  /** Percent. */
  share: number | string;
  atLeast: number | string;
  holdMinutes: number | string;
}

const COUNTED = ['address', 'prefix'] as const;
const PERIOD = '10m';
const LIMIT = {
  channel: 'sms',
  most: 0,
  per: PERIOD,
  timezone: 'UTC',
  over: 'skip',
  required: false,
} as const;
const NEW: Record<(typeof COUNTED)[number], Limit> = {
  address: { ...LIMIT, name: 'code-number', of: 'address' },
  prefix: { ...LIMIT, name: 'code-prefix', of: 'prefix' },
};
/** What the API begins with. */
const GUARD = { share: 0.7, at_least: 20, hold_minutes: 30 };

/** Returns the limit of codes to a number or a prefix in ten minutes. */
export const codeLimitIn = (limits: readonly Limit[], counted: (typeof COUNTED)[number]): Limit | undefined =>
  limits.find(
    ({ channel, per, of, events, category }) =>
      channel === 'sms' && per === PERIOD && of === counted && events !== undefined && category === undefined,
  );

/** Returns the percent of a share, without the digits that floating point adds. */
export const percentOf = (share: number): number => Math.round(share * 1e4) / 100;

/** Returns the names of the events that send codes, as the guard or a limit has them. */
export const codeEventsOf = ({ sms_guard: guard, limits }: Application): string[] =>
  guard?.events ?? codeLimitIn(limits, 'address')?.events ?? codeLimitIn(limits, 'prefix')?.events ?? [];

/** Returns what a form begins with. */
export function draftOf(application: Application): Draft {
  const { sms_guard: guard, sms_countries: countries, limits } = application;
  const { share, at_least: atLeast, hold_minutes: holdMinutes } = guard ?? GUARD;
  return {
    countries: (countries ?? []).join(', '),
    events: codeEventsOf(application).join(', '),
    address: codeLimitIn(limits, 'address')?.most ?? '',
    prefix: codeLimitIn(limits, 'prefix')?.most ?? '',
    ...{ isGuarded: guard !== null, share: percentOf(share), atLeast, holdMinutes },
  };
}

/** Returns what of the settings `draft` changes. */
export function changesIn(application: Application, draft: Draft): Changes {
  const [before, after] = [draftOf(application), draft].map((one) => settingsOf(application, one));
  const differs = (name: keyof Changes): boolean =>
    JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]);
  return {
    ...(differs('sms_countries') && { sms_countries: after?.sms_countries }),
    ...(differs('sms_guard') && { sms_guard: after?.sms_guard }),
    ...(differs('limits') && { limits: after?.limits }),
  };
}

const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

function settingsOf(application: Application, draft: Draft): Changes {
  const { limits } = application;
  const countries = words(draft.countries.toUpperCase());
  const events = words(draft.events);
  const known = COUNTED.map((of) => codeLimitIn(limits, of));
  // The guard and each limit may have events of their own, which stay until the list is changed.
  const isSame = draft.events === codeEventsOf(application).join(', ');
  const codes = COUNTED.map((of, index): Limit[] => {
    const before = known[index];
    if (draft[of] === '') return [];
    return [
      { ...(before ?? NEW[of]), most: Number(draft[of]), events: (isSame && before?.events) || events },
    ];
  });
  return {
    sms_countries: countries.length > 0 ? countries : null,
    limits: [
      ...limits.flatMap((limit) => codes[known.indexOf(limit)] ?? limit),
      ...codes.flatMap((limit, index) => (known[index] ? [] : limit)),
    ],
    sms_guard: draft.isGuarded
      ? {
          ...{ events, share: Number(draft.share) / 100 },
          ...{ at_least: Number(draft.atLeast), hold_minutes: Number(draft.holdMinutes) },
        }
      : null,
  };
}
