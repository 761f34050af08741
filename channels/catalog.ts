import type { ProviderDefinition } from './definition';
import { discord } from './discord/discord/provider';
import { discordWebhook } from './discord/discord/webhook';
import { postmark } from './email/postmark/provider';
import { resend } from './email/resend/provider';
import { sendgrid } from './email/sendgrid/provider';
import { ses } from './email/ses/provider';
import { smtp } from './email/smtp/provider';
import { apns } from './push/apns/provider';
import { expo } from './push/expo/provider';
import { fcm } from './push/fcm/provider';
import { webpush } from './push/webpush/provider';
import { slack } from './slack/slack/provider';
import { telnyx } from './sms/telnyx/provider';
import { twilio } from './sms/twilio/provider';
import { telegram } from './telegram/telegram/provider';
import { meta } from './whatsapp/meta/provider';

/** Every provider that an application can be connected to. */
export const catalog: readonly ProviderDefinition[] = [
  smtp,
  ses,
  sendgrid,
  postmark,
  resend,
  twilio,
  telnyx,
  meta,
  slack,
  fcm,
  apns,
  expo,
  webpush,
  telegram,
  discord,
  discordWebhook,
];

/** Returns the definition of that name, undefined if there is none. */
export const definitionOf = (name: string): ProviderDefinition | undefined =>
  catalog.find((definition) => definition.name === name);
