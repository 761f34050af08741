import type { EventDefinition } from '../../../core/events/definition';
import { newId } from '../../../core/shared/ids';
import type { Application } from '../../../store/accounts/applications';
import { ApiError } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import type { Compiled } from './compile';
import { renderMessageOf } from './render-message-of';
import type { ChangedMessage, EventChange } from './view';

/** Maximum number of messages that are rendered. */
const MOST = 100;

/** Renders the messages that a push changes, before and after, with the first example of their event. */
export async function renderChanges(
  { renderer }: Pick<ApiDeps, 'renderer'>,
  { application }: { application: Application },
  { events }: Compiled,
  changes: Readonly<Record<string, Pick<EventChange, 'messages'>>>,
): Promise<void> {
  let left = MOST;
  for (const { definition, before } of events) {
    const messages = changes[definition.name]?.messages ?? [];
    for (const message of messages.slice(0, left)) {
      const id = newId();
      const side = async (event: EventDefinition): Promise<ChangedMessage['after']> => {
        const { step, channel, language } = message;
        const hasIt = (step === null ? event.templates : event.stepTemplates[step])?.[channel]?.[language];
        if (!hasIt) return null;
        try {
          const {
            subject = null,
            text = null,
            html = null,
          } = await renderMessageOf(
            renderer,
            { application, event },
            { channel, language, step: step ?? '' },
            id,
          );
          return { subject, text, html };
        } catch (error) {
          if (error instanceof ApiError) return null;
          throw error;
        }
      };
      message.before = before ? await side(before.definition) : null;
      message.after = await side(definition);
    }
    left = Math.max(0, left - messages.length);
  }
}
