import type { components } from '../../../generated/admin-openapi';
import type { Application } from './types';

type Changes = components['schemas']['ApplicationChanges'];
type NameIn<Field> = Field extends `expected_${infer Name}` ? Name : never;

/** Settings that a change replaces as a whole. */
const WHOLES: Record<NameIn<keyof Changes>, true> = {
  ...{ limits: true, sms_countries: true, sms_guard: true, sms_prices: true },
  ...{ sandbox_recipients: true, delivered_channels: true, brand: true },
};

/** Returns changes with what their lists and objects were when they were read, so that the API overwrites no change of somebody else. */
export function expecting(read: Application, changes: Changes): Changes {
  const wholes = (Object.keys(WHOLES) as (keyof typeof WHOLES)[]).filter(
    (name) => changes[name] !== undefined,
  );
  return { ...changes, ...Object.fromEntries(wholes.map((name) => [`expected_${name}`, read[name]])) };
}
