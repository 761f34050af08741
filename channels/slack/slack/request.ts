import type { Block, ChatPostMessageArguments } from '@slack/web-api';
import { type Failure, failure } from '../../http/verdict';
import type { OutboundMessage } from '../../provider';
import { refuseLongText } from '../../too-large';

/** Slack cuts off a longer text (docs.slack.dev/reference/methods/chat.postMessage, Formatting messages). */
const MAX_TEXT = 40_000;
/** docs.slack.dev/reference/block-kit/blocks. */
const MAX_BLOCKS = 50;

/** Returns the body of `chat.postMessage`, or why Slack would not take it. */
export function slackRequest(
  message: OutboundMessage,
  options: { allow_broadcasts: boolean },
): ChatPostMessageArguments | Failure {
  const { text = '', blocks = [] } = message.content;
  if (text === '' && blocks.length === 0)
    return failure('message', 'the message has neither text nor blocks');
  const refusal = refuseLongText(text, MAX_TEXT);
  if (refusal) return refusal;
  if (blocks.length > MAX_BLOCKS) return failure('message', `the message has more than ${MAX_BLOCKS} blocks`);
  const defuse = options.allow_broadcasts ? <T>(value: T): T => value : withoutBroadcasts;
  const shown = defuse(blocks) as Block[];
  return {
    // A member's id opens a direct message, a channel is named by id or #name (ibid., Channels).
    channel: message.to,
    // Slack makes the notification's text from the blocks, but not if it gets an empty text.
    ...(text === '' ? { blocks: shown } : { text: defuse(text), ...(shown.length > 0 && { blocks: shown }) }),
    // Slack fetches a link to preview it, which uses up a link that works once.
    unfurl_links: false,
    unfurl_media: false,
    // `@name` in a person's text stays text.
    link_names: false,
    metadata: {
      event_type: 'heliograph_message',
      event_payload: { message_id: message.id, notification_id: message.notificationId },
    },
  };
}

/** Matches what notifies a whole channel or group in Slack's markup (docs.slack.dev/messaging/formatting-message-text). */
const BROADCAST = /<!(?=(?:channel|here|everyone|group|subteam\^))/gi;

/**
 * Returns the content with `<!channel>` and its like as text that notifies nobody. Slack has no switch for it, so the
 * `<` is escaped as Slack asks for any that is not markup. Plain text objects have no markup and stay as they are.
 */
function withoutBroadcasts<T>(content: T): T {
  if (typeof content === 'string') return content.replace(BROADCAST, '&lt;!') as T;
  if (Array.isArray(content)) return content.map(withinBlock) as T;
  return withinBlock(content) as T;
}

function withinBlock(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withinBlock);
  if (typeof value !== 'object' || value === null) return value;
  const { type, text, range } = value as { type?: unknown; text?: unknown; range?: unknown };
  if (type === 'broadcast' || type === 'usergroup')
    return { type: 'text', text: type === 'broadcast' ? `@${String(range)}` : '@group' };
  const entries = Object.entries(value).map(([key, inner]) => [key, withinBlock(inner)]);
  const copy = Object.fromEntries(entries) as Record<string, unknown>;
  const marked = type === 'mrkdwn' || type === 'markdown';
  return marked && typeof text === 'string' ? { ...copy, text: withoutBroadcasts(text) } : copy;
}
