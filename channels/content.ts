import type { z } from 'zod';
import type { Fill, Place } from '../core/events/templates/fill';

/** A filled template. */
export interface Filled {
  subject?: string;
  html?: string;
  text?: string;
  /** What the message shows beside these. */
  rich?: object;
}

/** What the templates of a channel hold, and how they become a message. */
export interface ChannelContent<Shape extends z.ZodType = z.ZodType, Made extends Filled = Filled> {
  /** A template in an event file. Its descriptions are in the JSON Schema of event files. */
  shape: Shape;
  /** Fills a template. `fill` escapes each value for its place. */
  render(template: z.output<Shape>, fill: Fill, onPlace?: (place: Place) => void): Made;
  /** Completes a text with what belongs to every message. */
  complete?(text: string, of: Completing): Made;
  /** Whether formats have only signs that people type. @default false */
  plainSigns?: true;
}

/** What a text is completed with. */
export interface Completing {
  payload: Record<string, unknown>;
  /** Domain of the application's one-time codes. */
  otpDomain?: string | null;
}

/** Returns the content of a channel, typed by its shape. */
export const defineContent = <Shape extends z.ZodType, Made extends Filled>(
  content: ChannelContent<Shape, Made>,
): ChannelContent<Shape, Made> => content;
