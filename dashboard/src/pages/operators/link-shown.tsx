import type { components } from '../../../../generated/admin-openapi';
import { ShownOnce } from '../../parts/shown-once';
import { isolated } from '../../../../core/shared/isolated';

/** A link that signs an operator in once. */
export type Link = components['schemas']['OperatorLink'];

/** Returns what became of the mail with a link. */
function mailWords({ mail, operator: { email } }: Link): string {
  switch (mail) {
    case 'sent':
      return `The link was mailed to ${email}.`;
    case 'failed':
      return `The mail to ${email} failed. Give them the link yourself.`;
    case 'not_configured':
      return 'The service cannot send mail, because SMTP_URL is not set. Give them the link yourself.';
    default:
      return 'The link was not mailed. Give it to them yourself.';
  }
}

/** A new link, and whether it was mailed. */
export const LinkShown = ({ link }: { link: Link }) => (
  <ShownOnce title={`A link for ${isolated(link.operator.name)}`} value={link.link}>
    {`${mailWords(link)} It signs in once, within seven days.`}
  </ShownOnce>
);
