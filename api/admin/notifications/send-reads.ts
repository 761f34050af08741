import type { EventDefinition } from '../../../core/events/definition';
import { payloadNamesIn } from '../../../core/events/templates/names-used';
import { pickTemplate } from '../../../core/events/templates/pick-template';
import type { Message, Notification } from '../../../store/notifications/model';

/**
 * Returns the values of the payload that the templates of a SEND name, of its channels and languages. Empty: there is none, or
 * it is unknown, because the event has changed since the notification was accepted.
 */
export function sendReads(
  messages: readonly Pick<Message, 'step' | 'channel' | 'rendered'>[],
  { language, eventVersion, sensitive }: Pick<Notification, 'language' | 'eventVersion' | 'sensitive'>,
  event: EventDefinition | null,
): string[] {
  if (!event || sensitive || event.version === undefined || event.version !== eventVersion) return [];
  const names = messages.flatMap(({ step, channel, rendered }) => {
    const picked = pickTemplate(event, step, channel, [rendered?.language, language]);
    return picked
      ? payloadNamesIn(picked.template, channel === 'email' ? event.unsubscribeUrl : undefined)
      : [];
  });
  return [...new Set(names)].map((name) => `payload.${name}`);
}
