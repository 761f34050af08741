import type { Channel } from '../../shared/channels';
import type { EventDefinition, Template } from '../definition';
import { sendNameOf } from '../../sequences/step-key';
import { pickLanguage } from './language';

/**
 * Returns the template of a step on a channel: the step's own if it has one for the channel, else the event's, in the
 * variant whose language fits best. Null if there is none.
 */
export function pickTemplate(
  event: Pick<EventDefinition, 'templates' | 'stepTemplates' | 'language'>,
  stepKey: string,
  channel: Channel,
  wantedLanguages: readonly (string | null | undefined)[],
): { template: Template; language: string } | null {
  const variants = event.stepTemplates[sendNameOf(stepKey)]?.[channel] ?? event.templates[channel];
  if (!variants) return null;
  const language = pickLanguage(Object.keys(variants), wantedLanguages, event.language);
  const template = language === null ? undefined : variants[language];
  return template === undefined || language === null ? null : { template, language };
}
