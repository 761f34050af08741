import {
  Bell,
  Hash,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquareText,
  Send,
  Users,
} from 'lucide-react';
import { type Channel, CHANNEL_ROWS } from '../api/channels';

const ICONS: Record<(typeof CHANNEL_ROWS)[Channel]['icon'], LucideIcon> = {
  bell: Bell,
  chat: MessageCircle,
  group: Users,
  hash: Hash,
  mail: Mail,
  phone: MessageSquareText,
  plane: Send,
};

interface ChannelIconProps {
  channel: Channel;
  /** In the colour of the channel. */
  isColored?: boolean;
}

/** The picture of a channel, before its name. */
export function ChannelIcon({ channel, isColored }: ChannelIconProps) {
  const { icon, color } = CHANNEL_ROWS[channel];
  const Icon = ICONS[icon];
  return (
    <Icon
      size={16}
      aria-hidden
      style={{
        verticalAlign: '-2px',
        marginInlineEnd: 6,
        flexShrink: 0,
        ...(isColored && { color: `var(--mantine-color-${color}-text)` }),
      }}
    />
  );
}
