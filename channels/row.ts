/** The facts of a channel. They are plain data, so that core, workflows and the dashboard can read them. */
export interface ChannelRow {
  /** Its name for people, such as `E-mail`. */
  label: string;
  /** Its messages, such as `E-mails`. */
  messages: string;
  /** Its picture in the dashboard (dashboard/src/parts/channel-icon.tsx). */
  icon: 'bell' | 'chat' | 'group' | 'hash' | 'mail' | 'phone' | 'plane';
  /** Its colour in charts, of Mantine's palette. */
  color: string;
  /** The field of a contact that has its addresses (core/contacts/table.ts). */
  address: string;
  /** What a recipient needs to be reached, as errors say it. */
  identifier: string;
  /** Which of the application's senders its messages come from. `application`: its name only. */
  sender: 'mailbox' | 'number' | 'number_or_name' | 'application';
  /** How messages of an integration come from other senders, by the name of the provider. @default never */
  sendsAs?: Readonly<Record<string, SendsAs>>;
  /** Whether its addresses can be suppressed. */
  suppressible: boolean;
  /** Whether its receipts confirm deliveries, and whether an application is told by default (WEBHOOK-16). */
  reports: 'told' | 'told_if_asked' | 'never';
  /** How a preview shows its messages. */
  preview: 'card' | 'chat' | 'mail' | 'sms';
  /** The texts of its templates that the dashboard edits, by their keys in an event file. */
  texts: Readonly<Record<string, EditedText>>;
}

/** A text of a template in the dashboard's editor. */
export interface EditedText {
  label: string;
  /** What authors need to know of it. */
  about?: string;
  editor: 'html' | 'line' | 'text';
}

/** The senders of one provider, beside the application's numbers and names. */
export interface SendsAs {
  /** The setting that names a pool of senders at the provider. */
  pool?: { setting: string; name: string };
  /** The setting that names the sender of every message, so that no other is used. */
  only?: { setting: string; name: string };
  /** Names are senders only if the pool is set. @default they always are, if the channel has names */
  namesNeedPool?: true;
}
