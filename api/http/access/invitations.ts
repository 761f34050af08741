import { newId } from '../../../core/shared/ids';
import type { OperatorAccount } from '../../../store/accounts/operator-accounts';
import type { ApiDeps } from '../../deps';

/** Maximum time of the SMTP server, milliseconds. */
const DEADLINE_MS = 15_000;

/** `not_configured`: there is no SMTP_URL. `failed`: the SMTP server did not take the e-mail; the log says why. */
export type InvitationMail = 'sent' | 'failed' | 'not_configured';

/** Returns a function that mails a link that signs in. Whoever asked has the link too, so a failure loses nothing. */
export function createInvitations({ noticeMail, log }: Pick<ApiDeps, 'noticeMail' | 'log'>) {
  return async ({ _id, email, name }: OperatorAccount, link: string): Promise<InvitationMail> => {
    if (!noticeMail) return 'not_configured';
    const message = {
      ...{ id: newId(), notificationId: _id, contactId: null, to: email, from: noticeMail.from },
      content: {
        subject: 'Your access to Heliograph',
        text: `Hello ${name},\n\nthis link signs you in to the dashboard of Heliograph. It works once, within seven days:\n\n  ${link}\n\nThen choose a password under your name. If you did not expect this e-mail, ignore it.\n`,
      },
    };
    const result = await noticeMail.provider.send(message, AbortSignal.timeout(DEADLINE_MS)).catch(
      // A provider that throws has a bug or no server.
      (error: unknown) => ({ outcome: 'failed' as const, code: (error as Error).name }),
    );
    if (result.outcome === 'sent') return 'sent';
    log.warn({ operatorId: _id, code: result.code }, 'an invitation could not be mailed');
    return 'failed';
  };
}
