import type { ChannelContent } from '../../../channels/content';
import * as contents from '../../../channels/contents';
import type { Channel } from '../../shared/channels';
import type { RichContent } from '../../sending/rich-content';
import type { Template } from '../definition';
import { createFill, type Fill, type RenderOptions } from './fill';
import type { TemplateVariables } from './variables';

/** The rendered content of one message. */
export interface RenderedTemplate {
  subject?: string;
  html?: string;
  text?: string;
  /** Absent: there is no other content. */
  rich?: RichContent;
}

/** What the templates of each channel hold. */
export const CONTENTS: Record<Channel, ChannelContent> = contents;

/**
 * Fills a channel's template. A missing variable renders as nothing; TemplateError is thrown only for a
 * template that cannot be compiled or a helper that fails. An e-mail without `text` gets one from its HTML.
 */
export function renderTemplate(
  channel: Channel,
  template: Template,
  variables: TemplateVariables,
  options: RenderOptions = {},
): RenderedTemplate {
  const { render, plainSigns = false } = CONTENTS[channel];
  const fillPlace = createFill(variables, { plainSigns, ...options });
  const fill: Fill = (place, source, mode) => fillPlace(`${channel} ${place}`, source, mode);
  const { rich: all = {}, ...made } = render(template, fill, options.onPlace);
  const rich = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return { ...made, ...(Object.keys(rich).length > 0 && { rich }) };
}
