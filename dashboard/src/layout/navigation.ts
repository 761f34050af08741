import {
  Activity,
  AtSign,
  CircleHelp,
  Contact,
  FileText,
  Gauge,
  Inbox,
  KeyRound,
  type LucideIcon,
  Plug,
  ScrollText,
  ShieldUser,
  SlidersHorizontal,
  Webhook,
} from 'lucide-react';

/** The pages of an application and environment, in the order of the menu. */
export const NAVIGATION = [
  { to: '/$app/$environment/overview', label: 'Overview', icon: Gauge },
  { to: '/$app/$environment/activity', label: 'Activity', icon: Activity },
  { to: '/$app/$environment/why-not', label: 'Why not?', icon: CircleHelp },
  { to: '/$app/$environment/events', label: 'Events', icon: FileText },
  { to: '/$app/$environment/contacts', label: 'Contacts', icon: Contact },
  { to: '/$app/$environment/inbox', label: 'Sandbox inbox', icon: Inbox, environment: 'sandbox' },
  { to: '/$app/$environment/integrations', label: 'Integrations', icon: Plug },
  { to: '/$app/$environment/senders', label: 'Senders', icon: AtSign },
  { to: '/$app/$environment/webhooks', label: 'Webhooks', icon: Webhook },
  { to: '/$app/$environment/keys', label: 'Keys', icon: KeyRound },
  { to: '/$app/$environment/usage', label: 'Usage and settings', icon: SlidersHorizontal },
  { to: '/$app/$environment/audit', label: 'Audit log', icon: ScrollText },
  { to: '/$app/$environment/operators', label: 'Operators', icon: ShieldUser, role: 'owner' },
] as const satisfies readonly {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Shown in this environment only. */
  environment?: 'sandbox';
  /** Shown to this role only. */
  role?: 'owner';
}[];
