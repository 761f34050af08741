/** A file that goes with an e-mail; either `content` or `url` is set. */
export interface Attachment {
  filename: string;
  contentType?: string;
  /** Base64. */
  content?: string;
  /** Fetched when the message is sent. */
  url?: string;
}

/** An approved WhatsApp template and its parameters. Outside the service window nothing else may be sent. */
export interface WhatsAppTemplate {
  /** Meta: the template's name. Twilio: its content SID (`HX…`). */
  name: string;
  /** Language of the template as it was approved, for example `en_US`. */
  language: string;
  /** Values of the body's placeholders `{{1}}`, `{{2}}`, … in order. */
  parameters: string[];
}

/** Content of a message beside its subject, HTML and text. Each field belongs to the named channels. */
export interface RichContent {
  /** Push. */
  title?: string;
  /** Push: address of a picture (https). */
  image?: string;
  /** Push: address that a tap opens (https). */
  link?: string;
  /** Push: the number on the app's icon. */
  badge?: number;
  /** Push: for the app, not shown. */
  data?: Record<string, string>;
  /** Slack: Block Kit blocks; `text` is then what notifications show. */
  blocks?: unknown[];
  /** Discord. */
  embeds?: unknown[];
  /** Telegram: how `text` is marked up; absent: not at all. */
  parseMode?: 'HTML' | 'MarkdownV2';
  /** WhatsApp. */
  whatsappTemplate?: WhatsAppTemplate;
  /** E-mail. */
  attachments?: Attachment[];
  /** E-mail sent in bulk: the https address that unsubscribes with one POST (RFC 8058). */
  unsubscribeUrl?: string;
  /** SMS: the number of parts, each of which is paid for. */
  segments?: { encoding: 'GSM-7' | 'UCS-2'; count: number };
}
