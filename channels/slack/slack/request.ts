import type { Block, ChatPostMessageArguments } from '@slack/web-api';
import { characters } from '../../characters';
import type { OutboundMessage } from '../../provider';

/** Past it Slack cuts the text off (docs.slack.dev/reference/methods/chat.postMessage, Formatting messages). */
const MAX_TEXT = 40_000;
/** docs.slack.dev/reference/block-kit/blocks. */
const MAX_BLOCKS = 50;

/** The body of `chat.postMessage`, or why Slack would not take it. */
export function slackRequest(
  message: OutboundMessage,
  options: { allowBroadcasts: boolean },
): ChatPostMessageArguments | { refusal: string } {
  const { blocks = [] } = message.content;
  const text = message.content.text ?? '';
  if (text === '' && blocks.length === 0) return { refusal: 'the message has neither text nor blocks' };
  if (characters(text) > MAX_TEXT) return { refusal: `the text is longer than ${MAX_TEXT} characters` };
  if (blocks.length > MAX_BLOCKS) return { refusal: `the message has more than ${MAX_BLOCKS} blocks` };
  const defuse = options.allowBroadcasts ? <T>(value: T): T => value : withoutBroadcasts;
  const shown = defuse(blocks) as Block[];
  return {
    // A member's id opens a direct message, a channel is named by id or #name (ibid., Channels).
    channel: message.to,
    // Of blocks without a text Slack makes one of its own for notifications, but not where it is given an empty one.
    ...(text === '' ? { blocks: shown } : { text: defuse(text), ...(shown.length > 0 && { blocks: shown }) }),
    // Slack fetches a link to preview it, which uses up a link that works once.
    unfurl_links: false,
    unfurl_media: false,
    // `@name` written by a person stays text.
    link_names: false,
    metadata: {
      event_type: 'heliograph_message',
      event_payload: { message_id: message.id, notification_id: message.notificationId },
    },
  };
}

/** What notifies a whole channel or group in Slack's markup (docs.slack.dev/messaging/formatting-message-text). */
const BROADCAST = /<!(?=(?:channel|here|everyone|group|subteam\^))/gi;

/**
 * The same content, in which `<!channel>` and its like are shown and notify nobody. Slack has no switch for it, so the
 * `<` is escaped as Slack asks for any that is not markup. Plain text objects know no markup and stay as they are.
 */
export function withoutBroadcasts<T>(content: T): T {
  if (typeof content === 'string') return content.replace(BROADCAST, '&lt;!') as T;
  if (Array.isArray(content)) return content.map((one: unknown) => withinBlock(one)) as T;
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
