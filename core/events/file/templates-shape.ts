import { z } from 'zod';
import type { CHANNELS } from '../../shared/channels';
import { channelShapes } from './channel-shapes';
import { closed } from './closed';
import { languageTag } from './values';

/** By language; that the keys are languages is checked in template-problems.ts, which knows their lines. */
const variants = <T extends z.ZodType>(template: T, what: string) =>
  z
    .record(z.string(), template)
    .optional()
    .meta({
      description: `${what}, by language.`,
      propertyNames: { pattern: languageTag.in.meta()?.['pattern'] },
    });

/** channel → language → template. */
export const templates = closed({
  email: variants(channelShapes.email, 'E-mails'),
  sms: variants(channelShapes.sms, 'SMS'),
  slack: variants(channelShapes.slack, 'Slack messages'),
  push: variants(channelShapes.push, 'Push notifications'),
  telegram: variants(channelShapes.telegram, 'Telegram messages'),
  whatsapp: variants(channelShapes.whatsapp, 'WhatsApp messages'),
  discord: variants(channelShapes.discord, 'Discord messages'),
} satisfies Record<(typeof CHANNELS)[number], z.ZodType>).meta({ id: 'templates' });

export type FileTemplates = z.output<typeof templates>;
