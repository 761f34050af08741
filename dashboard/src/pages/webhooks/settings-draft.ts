import type { components } from '../../../../generated/admin-openapi';
import { REPORTING } from '../../api/channels';
import type { Application } from '../../api/types';

type Changes = components['schemas']['ApplicationChanges'];

/** Settings that concern webhooks, as the fields of a form have them. */
interface Draft {
  /** Empty: nobody gets a notice. */
  owner: string;
  channels: string[];
  isExtended: boolean;
}

/** Returns what a form begins with. */
export const draftOf = (application: Application): Draft => ({
  owner: application.owner_email ?? '',
  channels: application.delivered_channels,
  isExtended: application.webhook_retries === 'extended',
});

/** Returns what of the settings `draft` changes. */
export function changesIn(application: Application, { owner, channels, isExtended }: Draft): Changes {
  const before = application.delivered_channels;
  const isOther = channels.length !== before.length || before.some((one) => !channels.includes(one));
  return {
    ...(owner.trim() !== (application.owner_email ?? '') && { owner_email: owner.trim() || null }),
    ...(isOther && { delivered_channels: REPORTING.filter((one) => channels.includes(one)) }),
    ...(isExtended !== (application.webhook_retries === 'extended') && {
      webhook_retries: isExtended ? 'extended' : 'standard',
    }),
  };
}
