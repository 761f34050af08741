import fc from 'fast-check';
import type { Receipt } from '../../../core/receipts/receipt';

export const SOFT = { kind: 'soft_bounce' } as const;
export const HARD = { kind: 'hard_bounce' } as const;
export const COMPLAINED = { kind: 'complained' } as const;
export const failed = (code: Receipt['code']) => ({ kind: 'failed', code }) as const;

/** A value of JSON, or one of those that a provider sends in this place. */
export const sometimes = (...usual: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.jsonValue() });

const POINTS = fc.oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }));

/** Text of any characters. The `binary` unit of fast-check takes a second for a table of all of them. */
export const anyText = fc.string({ unit: POINTS.map((point) => String.fromCodePoint(point)) });
