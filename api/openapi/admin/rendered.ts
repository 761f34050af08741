import { z } from 'zod';

/** A message as its provider gets it. */
export const rendered = z
  .object({
    subject: z.string().nullish(),
    html: z.string().nullish(),
    text: z.string().nullish(),
    rich: z
      .string()
      .nullish()
      .describe('JSON of its other content, such as Slack blocks. Null or absent: there is none.'),
    from: z.string().nullish().describe('Sender address or number.'),
    language: z.string().describe('Of its template.'),
  })
  .meta({ id: 'RenderedMessage' });
