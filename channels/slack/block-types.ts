import { suggestion } from '../../core/shared/suggestion';

/** https://docs.slack.dev/reference/block-kit/blocks, and the block of Slack's Calls API. */
const BLOCKS = [
  ...[
    'actions',
    'alert',
    'call',
    'card',
    'carousel',
    'container',
    'context',
    'context_actions',
    'data_table',
  ],
  ...['data_visualization', 'divider', 'file', 'header', 'image', 'input', 'markdown', 'plan', 'rich_text'],
  ...['section', 'table', 'task_card', 'video'],
];

/** https://docs.slack.dev/reference/block-kit/block-elements, and the texts of composition objects. */
const ELEMENTS = [
  ...['button', 'channels_select', 'checkboxes', 'conversations_select', 'datepicker', 'datetimepicker'],
  ...['email_text_input', 'external_select', 'feedback_buttons', 'file_input', 'icon_button', 'image'],
  ...['multi_channels_select', 'multi_conversations_select', 'multi_external_select', 'multi_static_select'],
  ...[
    'multi_users_select',
    'number_input',
    'overflow',
    'plain_text_input',
    'radio_buttons',
    'rich_text_input',
  ],
  ...['static_select', 'timepicker', 'url', 'url_text_input', 'users_select', 'workflow_button'],
  ...['rich_text_list', 'rich_text_preformatted', 'rich_text_quote', 'rich_text_section'],
  ...['mrkdwn', 'plain_text'],
];
/** Keys of a block that hold elements or texts. A carousel and a container hold blocks. */
const PARTS = ['accessory', 'element', 'elements', 'fields', 'text'];
const IN_BLOCKS = [...ELEMENTS, ...BLOCKS];

interface TypeProblem {
  path: (string | number)[];
  message: string;
}

/** Returns types that Slack does not have, of blocks and of what they hold: Slack refuses the message. A template may be any. */
export function typeProblems(blocks: readonly Record<string, unknown>[]): TypeProblem[] {
  return blocks.flatMap((block, index) => [
    ...typeProblem(block, [index], BLOCKS),
    ...PARTS.flatMap((key) => {
      const part = block[key];
      return Array.isArray(part)
        ? part.flatMap((one, at) => typeProblem(one, [index, key, at], IN_BLOCKS))
        : typeProblem(part, [index, key], IN_BLOCKS);
    }),
  ]);
}

function typeProblem(part: unknown, path: TypeProblem['path'], known: readonly string[]): TypeProblem[] {
  if (typeof part !== 'object' || part === null || !('type' in part)) return [];
  const { type } = part;
  if (typeof type !== 'string' || type.includes('{{') || known.includes(type)) return [];
  const message = `is "${type}", which Slack's Block Kit does not have${suggestion(type, known)}`;
  return [{ path: [...path, 'type'], message }];
}
