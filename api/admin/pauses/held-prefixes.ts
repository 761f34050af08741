import { type ApplicationPause, pausedThing, prefixPause } from '../../../core/sending/pauses';
import type { Scope } from '../../../core/shared/scope';
import type { Application } from '../../../store/accounts/applications';

/** Returns the prefixes of a scope that the SMS guard holds. */
export const heldPrefixes = (
  { pauses = [] }: Pick<Application, 'pauses'>,
  scope: Scope,
): (ApplicationPause & { prefix: string })[] =>
  pauses.flatMap((pause) => {
    const { kind, name: prefix } = pausedThing(pause.of);
    return kind === 'prefix' && pause.of === prefixPause(scope, prefix) ? [{ ...pause, prefix }] : [];
  });
