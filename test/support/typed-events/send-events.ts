/**
 * The payloads of the events, by event name: `new Heliograph<SendEvents>(…)` checks them where they are sent.
 * Written by `heliograph events types`. Run it again when an event has changed.
 */
// prettier-ignore
export interface SendEvents {
  /** An invoice that is due. */
  'invoice-due': {
    /**
     * Its number, *\/ as printed.
     * Begins with A.
     */
    number: string;
    /**
     * Format: date.
     * @deprecated
     */
    due?: string;
    total?: number | null;
    count?: number;
    'it\'s "paid"\\'?: boolean;
    state: 'open' | 'it\'s' | 3 | null;
    kind?: 'invoice';
    any?: unknown;
    lines: Array<{
      title: string;
      tags?: Array<unknown>;
    }>;
    labels?: Record<string, string>;
    none?: Record<string, never>;
    open?: {
      a?: string;
      [key: string]: unknown;
    };
  };
  ping: Record<string, unknown>;
}
