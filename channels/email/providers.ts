import type { ProviderDefinition } from '../definition';
import { postmark } from './postmark/provider';
import { resend } from './resend/provider';
import { sendgrid } from './sendgrid/provider';
import { ses } from './ses/provider';
import { smtp } from './smtp/provider';

/** The providers, in the order in which lists show them. */
export const email: readonly ProviderDefinition[] = [smtp, ses, sendgrid, postmark, resend];
