import type { Channel } from '../shared/channels';
import { emailKey, parseMailbox } from '../contacts/email-address';
import type { EventDefinition } from '../events/definition';
import type { Overrides } from './overrides';

/** An additional recipient of an e-mail. */
export interface Copy {
  kind: 'cc' | 'bcc';
  address: string;
}

/** A copy that is not sent, because its address is suppressed or not in sandbox's list. */
export interface LeftOutCopy extends Copy {
  reason: 'suppressed' | 'sandbox';
}

/** Returns the copies that a send requests: each address once, `cc` before `bcc`, without `own`, the recipient's address. */
export function copiesIn({ email }: Overrides, own: string | null): Copy[] {
  const seen = new Set([own === null ? null : emailKey(own)]);
  return (['cc', 'bcc'] as const).flatMap((kind) =>
    [email?.[kind] ?? []].flat().flatMap((text): Copy[] => {
      const address = parseMailbox(text)?.address ?? text;
      const key = emailKey(address);
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ kind, address }];
    }),
  );
}

/**
 * Returns what one notification counts in the quotas: itself, and its copies if it may be sent by e-mail. `own` is the
 * address in the request, so that the count follows from the request alone.
 */
export function quotaCost(
  { event, forced, overrides }: { event: EventDefinition; forced?: Channel; overrides?: Overrides },
  own: string | null,
): number {
  const mails = [event.templates, ...Object.values(event.stepTemplates)].some(({ email }) => email);
  if (!overrides || !mails || (forced ?? 'email') !== 'email') return 1;
  return 1 + copiesIn(overrides, own).length;
}
