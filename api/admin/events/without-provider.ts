import type { EventDefinition } from '../../../core/events/definition';
import type { Problem } from '../../../core/events/file/problem';
import { candidatesFor } from '../../../core/sending/candidates';
import { type Channel, CHANNELS } from '../../../core/shared/channels';
import type { ApiDeps } from '../../deps';
import type { Compared } from './compile';
import type { Push } from './push-order';

/** Maximum number of events that a warning names. */
const NAMED = 5;

/** Warns once for each channel that pushed events of production use, and for which nothing can send. Sandbox captures all messages. */
export function withoutProvider(
  { smtpUrl }: Pick<ApiDeps, 'smtpUrl'>,
  { application, scope: { environment } }: Pick<Push, 'application' | 'scope'>,
  events: readonly Compared[],
): Problem[] {
  if (environment !== 'production') return [];
  return CHANNELS.flatMap((channel) => {
    const users = events.filter(({ isOwn, definition }) => isOwn && hasTemplates(definition, channel));
    const [first] = users;
    const request = { application, environment, channel, address: '' };
    if (!first || candidatesFor(request, { serviceSmtp: smtpUrl !== null }).length > 0) return [];
    const names = users.slice(0, NAMED).map(({ definition }) => definition.name);
    const more = users.length > NAMED ? ` and ${users.length - NAMED} more` : '';
    const smtp = channel === 'email' ? ', and the service has no SMTP server' : '';
    const message = `the application has no integration for ${channel}${smtp}, so ${channel} messages of ${names.join(', ')}${more} fail in production with NO_PROVIDER. Add an integration.`;
    return [{ file: first.file, line: 1, message }];
  });
}

const hasTemplates = ({ templates, stepTemplates }: EventDefinition, channel: Channel): boolean =>
  [templates, ...Object.values(stepTemplates)].some((set) => Object.keys(set[channel] ?? {}).length > 0);
