import { useState } from 'react';
import type { EventDetails } from '../query';

/** What a preview and a test send are made with, as JSON texts. */
export interface Sample {
  payload: string;
  contact: string;
  /** Recipient of the last test send. */
  to: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+12025550123' };

/** Returns the sample that an event has before its reader changes it. */
export const firstSample = ({ examples }: Pick<EventDetails, 'examples'>): Sample => ({
  payload: json(examples[0]?.payload ?? {}),
  contact: json(ADA),
  to: '',
});

/** Returns the sample of an event, which the browser remembers, and how to change it. */
export function useSample(app: string, event: EventDetails) {
  const key = `heliograph-sample ${app} ${event.name}`;
  const [own, setOwn] = useState<Partial<Sample>>(() => remembered(key));
  const change = (next: Partial<Sample>): void => {
    const changed = { ...own, ...next };
    setOwn(changed);
    try {
      localStorage.setItem(key, JSON.stringify(changed));
    } catch {
      // The browser keeps nothing. The sample lasts as long as the page.
    }
  };
  const reset = (): void => {
    setOwn({});
    localStorage.removeItem(key);
  };
  return { sample: { ...firstSample(event), ...own }, change, reset };
}

function remembered(key: string): Partial<Sample> {
  try {
    const { payload, contact, to } = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    return {
      ...(typeof payload === 'string' && { payload }),
      ...(typeof contact === 'string' && { contact }),
      ...(typeof to === 'string' && { to }),
    };
  } catch {
    return {};
  }
}

/** Returns the JSON object in a text, or why there is none. */
export function objectIn(text: string): { value: Record<string, unknown> } | { problem: string } {
  if (text.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { value: value as Record<string, unknown> };
    return { problem: 'It must be a JSON object, such as {"name": "Ada"}.' };
  } catch (error) {
    return { problem: `It is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
