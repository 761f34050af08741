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

/** The picture of a channel, beside its name. */
export function ChannelIcon({ channel }: { channel: Channel }) {
  const Icon = ICONS[CHANNEL_ROWS[channel].icon];
  return <Icon size={16} aria-hidden style={{ verticalAlign: '-2px', marginRight: 6 }} />;
}
