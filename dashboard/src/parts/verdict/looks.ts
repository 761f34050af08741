import { Check, Clock, type LucideIcon, Minus, TriangleAlert, X } from 'lucide-react';
import type { Verdict } from '../../api/types';

/** How a verdict looks, by its state. */
export const VERDICT_LOOKS: Record<Verdict['state'], { color: string; icon: LucideIcon; word: string }> = {
  not_left: { color: 'orange', icon: TriangleAlert, word: 'Not left' },
  waiting: { color: 'violet', icon: Clock, word: 'Waiting' },
  left: { color: 'teal', icon: Check, word: 'Left' },
  delivered: { color: 'teal', icon: Check, word: 'Delivered' },
  failed: { color: 'red', icon: X, word: 'Failed' },
  skipped: { color: 'gray', icon: Minus, word: 'Skipped' },
  cancelled: { color: 'gray', icon: Minus, word: 'Cancelled' },
  refused: { color: 'red', icon: X, word: 'Refused' },
};
