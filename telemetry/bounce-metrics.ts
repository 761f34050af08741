import { counter } from './registry';

const bounces = counter('bounces_total', 'Bounces that came by mail, by why they came.', ['kind']);

/** Counts a bounce by its kind (`BOUNCE_KINDS`). */
export const countBounce = (kind: string): void => bounces.inc({ kind });
