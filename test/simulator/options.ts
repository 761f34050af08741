import { parseArgs } from 'node:util';
import type { WorldPlan } from './world/plan';

export interface Options {
  /** How many seeds are run. */
  seeds: number;
  /** The first of them. */
  from: number;
  /** The seeds, if they do not follow each other. */
  list?: number[];
  /** After how long no further seed begins, milliseconds. */
  forMs: number;
  /** A single seed is told as a story, also if it breaks nothing. */
  single: boolean;
  without: number[];
  calm: (keyof WorldPlan['rates'])[];
  trace: boolean;
  /** Goes on after a failure, and only lists what each seed breaks. */
  survey: boolean;
  faults: boolean;
  /** Names of the faults of `faults`; empty: all. */
  only: string[];
  /** Seeds that are left out. */
  except: number[];
  /** Only says after how many seeds which rule was broken. */
  brief: boolean;
}

const numberOf = (name: string, text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} must be a number, and is ${text}`);
  return value;
};

export function optionsOf(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string' },
      from: { type: 'string' },
      minutes: { type: 'string' },
      without: { type: 'string' },
      calm: { type: 'string' },
      trace: { type: 'boolean' },
      survey: { type: 'boolean' },
      faults: { type: 'boolean' },
      // load.ts reads this.
      fault: { type: 'string' },
      only: { type: 'string' },
      except: { type: 'string' },
      brief: { type: 'boolean' },
    },
  });
  const list = (values.seed ?? '').split(',').map((seed) => numberOf('seed', seed, 0));
  const single = values.seed !== undefined && list.length === 1;
  const minutes = numberOf('minutes', values.minutes, Infinity);
  return {
    ...(list.length > 1 && { list }),
    seeds:
      values.seed !== undefined
        ? list.length
        : numberOf('seeds', values.seeds, minutes === Infinity ? 1_000 : Infinity),
    from: single ? (list[0] ?? 1) : numberOf('from', values.from, 1),
    forMs: minutes * 60_000,
    single,
    without: (values.without ?? '').split(',').filter(Boolean).map(Number),
    calm: (values.calm ?? '').split(',').filter(Boolean) as Options['calm'],
    trace: values.trace === true,
    survey: values.survey === true,
    faults: values.faults === true,
    only: (values.only ?? '').split(',').filter(Boolean),
    except: (values.except ?? '').split(',').filter(Boolean).map(Number),
    brief: values.brief === true,
  };
}
