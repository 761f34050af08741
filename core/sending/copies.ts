import type { Channel } from '../shared/channels';
import { parseMailbox } from '../contacts/email-address';
import type { EventDefinition } from '../events/definition';
import type { Overrides } from './overrides';

/** A recipient of an e-mail beside the one that it is for. */
export interface Copy {
  kind: 'cc' | 'bcc';
  address: string;
}

/** A copy that is not sent: its address is suppressed, or is none that sandbox may reach. */
export interface LeftOutCopy extends Copy {
  reason: 'suppressed' | 'sandbox';
}

/** The copies that a send asks for: each address once, in `cc` rather than in `bcc`, and never `own`, the recipient's. */
export function copiesIn({ email }: Overrides, own: string | null): Copy[] {
  const seen = new Set([own]);
  return (['cc', 'bcc'] as const).flatMap((kind) =>
    [email?.[kind] ?? []].flat().flatMap((text): Copy[] => {
      const address = parseMailbox(text)?.address ?? text;
      if (seen.has(address)) return [];
      seen.add(address);
      return [{ kind, address }];
    }),
  );
}

/**
 * What one notification counts in the quotas: itself, and each copy where it may go out by e-mail. `own` is the address
 * that the request names, so that the count follows from the request alone.
 */
export function quotaCost(
  { event, forced, overrides }: { event: EventDefinition; forced?: Channel; overrides?: Overrides },
  own: string | null,
): number {
  const mails = [event.templates, ...Object.values(event.stepTemplates)].some(({ email }) => email);
  if (!overrides || !mails || (forced ?? 'email') !== 'email') return 1;
  return 1 + copiesIn(overrides, own).length;
}
