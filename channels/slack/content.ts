import { closed } from '../../core/events/file/closed';
import { filled, parts } from '../../core/events/file/template-parts';
import { entity, type Escape, type EscapingMode } from '../../core/events/templates/escaping';
import { fillStructure, fillText } from '../../core/events/templates/fill-parts';
import { defineContent } from '../content';
import { typeProblems } from './block-types';

/** Slack's text (https://docs.slack.dev/messaging/formatting-message-text, "Escaping text"). */
const MRKDWN: Escape = { name: 'slack', escape: (text) => text.replace(/[&<>]/g, entity) };

/** Slack reads its entities in the text of text objects; addresses, values and ids are taken as they are. */
const modeOf = (key: string): EscapingMode => (key === 'text' ? MRKDWN : 'text');

interface SlackRich {
  /** Block Kit blocks; the text is then what notifications show. */
  blocks?: unknown[];
}

export const slack = defineContent({
  shape: closed({
    // If there are blocks, notifications and screen readers show the text.
    text: filled.describe('The text, a template. With `blocks`, only notifications show it.'),
    blocks: parts(50)
      .superRefine((blocks, { addIssue }) =>
        typeProblems(blocks).forEach((one) => addIssue({ code: 'custom', ...one })),
      )
      .optional()
      .describe('Block Kit blocks; every text in them is a template.'),
  }),
  render: ({ text, blocks }, fill): { text: string; rich: SlackRich } => ({
    text: fillText(fill, text, MRKDWN),
    rich: { blocks: blocks && fillStructure(blocks, 'blocks', fill, modeOf) },
  }),
});
