import type { Channel } from '../shared/channels';
import type { EventDefinition, TemplateSet } from './definition';

/** A message of an event by its template. */
export interface WhichMessage {
  /** Name of the SEND whose own template it is. Null: the event's. */
  step: string | null;
  channel: Channel;
  language: string;
}

/** Returns the messages whose templates differ between two definitions of an event. */
export function changedMessages(
  before: Pick<EventDefinition, 'templates' | 'stepTemplates'>,
  after: Pick<EventDefinition, 'templates' | 'stepTemplates'>,
): WhichMessage[] {
  const old = templatesOf(before);
  const now = templatesOf(after);
  return [...new Map([...old, ...now])].flatMap(([key, { template: _, ...which }]) =>
    old.get(key)?.template === now.get(key)?.template ? [] : [which],
  );
}

function templatesOf({ templates, stepTemplates }: Pick<EventDefinition, 'templates' | 'stepTemplates'>) {
  const found = new Map<string, WhichMessage & { template: string }>();
  const add = (step: string | null, set: TemplateSet): void => {
    for (const [channel, variants] of Object.entries(set))
      for (const [language, template] of Object.entries(variants))
        found.set(JSON.stringify([step, channel, language]), {
          ...{ step, channel: channel as Channel, language, template: JSON.stringify(template) },
        });
  };
  add(null, templates);
  for (const [step, set] of Object.entries(stepTemplates)) add(step, set);
  return found;
}
