import { isMap } from '../file/read';
import type { RenderedMessage } from '../query';

/** The content of a message beside its subject, HTML and text. */
export interface Rich {
  title?: string;
  link?: string;
  image?: string;
  segments?: { encoding: string; count: number };
  price?: { amount: number; currency: string };
  /** All that no card shows, such as the blocks of a Slack message. */
  others: Record<string, unknown>;
}

/** Reads the rich content of a rendered message. */
export function richOf({ rich }: RenderedMessage): Rich {
  const read: unknown = rich ? JSON.parse(rich) : {};
  const { title, link, image, segments, price, ...others } = isMap(read) ? read : {};
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return {
    title: text(title),
    link: text(link),
    image: text(image),
    ...(isMap(segments) && {
      segments: { encoding: String(segments.encoding), count: Number(segments.count) },
    }),
    ...(isMap(price) && { price: { amount: Number(price.amount), currency: String(price.currency) } }),
    others,
  };
}
