import { setImmediate } from 'node:timers/promises';
import type { EventDefinition } from '../../../core/events/definition';
import { fingerprintOf } from '../../../core/shared/fingerprint';

/** Returns a fingerprint of an event. Templates are too long for the audit log, and its versions have them. */
export async function fingerprint(event: EventDefinition): Promise<string> {
  await setImmediate();
  const body = JSON.parse(JSON.stringify(event)) as unknown;
  return `sha256:${fingerprintOf({ method: 'PUT', path: event.name, body }).slice(0, 16)}`;
}

/** Returns a map without the keys that objects have. An event may be named `constructor`. */
export const byName = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;
