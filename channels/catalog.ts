import type { ProviderDefinition } from './definition';
import { discord } from './discord/discord';
import { discordWebhook } from './discord/discord-webhook';
import { postmark } from './email/postmark';
import { resend } from './email/resend';
import { sendgrid } from './email/sendgrid';
import { ses } from './email/ses';
import { smtp } from './email/smtp-definition';
import { apns } from './push/apns';
import { expo } from './push/expo';
import { fcm } from './push/fcm';
import { webpush } from './push/webpush';
import { slack } from './slack/slack';
import { telnyx } from './sms/telnyx';
import { twilio } from './sms/twilio';
import { telegram } from './telegram/telegram';
import { meta } from './whatsapp/meta';

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

/** The definition of that name, undefined where there is none. */
export const definitionOf = (name: string): ProviderDefinition | undefined =>
  catalog.find((definition) => definition.name === name);
