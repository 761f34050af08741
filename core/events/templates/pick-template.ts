import type { Channel } from '../../shared/channels';
import type { EventDefinition, Template } from '../definition';
import { sendNameOf } from '../../sequences/step-key';
import { pickLanguage } from './language';

/**
 * The template that a step sends on a channel: the step's own where it has one for the channel, else the
 * event's; of its variants the one in the language that fits best. Null where there is none.
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
