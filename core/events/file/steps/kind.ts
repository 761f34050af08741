import type { z } from 'zod';
import type { Channel } from '../../../shared/channels';
import type { Step } from '../../../sequences/steps';
import type { PayloadSchema } from '../../payload/schema';
import type { Path } from '../problem';
import type { templates } from '../templates-shape';

/**
 * Reports a problem. `missing` are the places where a missing value could stand. If the shape of such a place is wrong,
 * the value may not be missing, so nothing is reported.
 */
export type Report = (path: Path, message: string, missing?: readonly Path[]) => void;

/** A SEND as its file says it. */
export interface FileSend {
  name?: string;
  channel?: Channel;
  templates?: z.output<typeof templates>;
  fallback?: { to?: Channel[]; unless_delivered_within?: number };
}

/** A SEND and its place in the file. */
export interface PlacedSend {
  name: string;
  send: FileSend;
  path: Path;
}

/** Where a step stands, and what it may ask of the sequence that is being built. */
export interface StepPlace {
  path: Path;
  /** Which step of its kind it is: 1 for the first. */
  count: number;
  found: Report;
  /** Reports what is likely a mistake, and keeps no event from being applied. */
  warn: (path: Path, message: string) => void;
  payload: PayloadSchema | undefined;
  /** Returns the step's name: the given one, else its kind with its number. */
  named(own?: string): string;
  /** The SENDs before it, in the order of the file. */
  sends: PlacedSend[];
  /** Returns the steps of a branch; null if the step has no such branch. */
  branch(key: 'then' | 'else'): Step[] | null;
}

/** A kind of step in event files: the value of its key, and the step that is built of it. */
export interface FileStepKind<Given, Built extends Step> {
  shape: z.ZodType<Given>;
  /** What the key means, for editors. */
  about: string;
  /** Replaces a value whose shape is wrong, so that the rest of the file can be checked. */
  standIn: unknown;
  build(given: Given, place: StepPlace): Built;
}
