import type { Suppression } from './queries';

/** Why nothing is sent to an address. */
export const REASONS: Record<Suppression['reason'], string> = {
  hard_bounce: 'Hard bounce: the address refuses messages permanently',
  complaint: 'Complaint: the recipient reported a message as spam',
  opt_out: 'Opt-out: the recipient asked for no more messages',
  manual: 'Suppressed by an operator',
};

/** The name of a reason in the button that lifts it. */
export const LIFT_NAMES: Record<Suppression['reason'], string> = {
  hard_bounce: 'hard bounce',
  complaint: 'complaint',
  opt_out: 'opt-out',
  manual: 'manual',
};

/** What to consider before a suppression is lifted. */
export const LIFT_ADVICE: Record<Suppression['reason'], string> = {
  hard_bounce: 'The next message bounces too, unless the address works again.',
  complaint: 'Lift it only if the recipient agreed to get messages again.',
  opt_out: 'Lift it only if the recipient agreed to get messages again.',
  manual: 'Another operator may have had a reason for it.',
};
