import { AsyncLocalStorage } from 'node:async_hooks';
import { randomOf } from './random';
import { real } from './real';
import type { Scheduler } from './scheduler';

/**
 * Puts time, timers and chance of this process under the scheduler of the history that runs. Between two histories they are
 * the real ones. To be loaded before the code of the service, some of which takes hold of them as it is loaded.
 */

interface World {
  scheduler: Scheduler;
  random: () => number;
}

let world: World | null = null;

/** Begins or, with null, ends the rule of a scheduler. */
export function rule(scheduler: Scheduler | null, seed = 0): void {
  world = scheduler && { scheduler, random: randomOf(seed, 'chance').next };
}

/** The time that code of a workflow sees instead of its process's; null: the process's. */
let frozen: number | null = null;
export const freeze = (at: number | null): void => {
  frozen = at;
};

const { Date: RealDate } = real;

const nowMs = (): number => frozen ?? world?.scheduler.localNow() ?? RealDate.now();

function FakeDate(this: unknown, ...given: unknown[]): Date | string {
  if (!new.target) return new RealDate(nowMs()).toString();
  if (given.length === 0) return new RealDate(nowMs());
  return given.length === 1 ? new RealDate(given[0] as number) : (Reflect.construct(RealDate, given) as Date);
}
FakeDate.prototype = RealDate.prototype;
Object.defineProperty(FakeDate, 'name', { value: 'Date' });
Object.assign(FakeDate, { now: nowMs, UTC: RealDate.UTC, parse: RealDate.parse });

class VirtualTimer {
  constructor(readonly cancel: () => void) {}
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  refresh(): this {
    return this;
  }
  close(): this {
    this.cancel();
    return this;
  }
}

type Callback = (...given: unknown[]) => void;

function fakeTimeout(callback: Callback, ms = 0, ...given: unknown[]): unknown {
  if (!world) return real.setTimeout(callback, ms, ...given);
  return new VirtualTimer(world.scheduler.after(Math.max(1, ms || 0), () => callback(...given)));
}

function fakeInterval(callback: Callback, ms = 0, ...given: unknown[]): unknown {
  if (!world) return real.setInterval(callback, ms, ...given);
  const { scheduler } = world;
  let cancel = (): void => undefined;
  const again = (): void => {
    cancel = scheduler.after(Math.max(1, ms), () => {
      again();
      callback(...given);
    });
  };
  again();
  return new VirtualTimer(() => cancel());
}

function fakeImmediate(callback: Callback, ...given: unknown[]): unknown {
  if (!world) return real.setImmediate(callback, ...given);
  return new VirtualTimer(world.scheduler.after(0, () => callback(...given)));
}

const fakeClear = (timer: unknown): void => {
  if (timer instanceof VirtualTimer) timer.cancel();
  else real.clearTimeout(timer as NodeJS.Timeout);
};

function sleep<T>(ms = 1, value?: T, options: { signal?: AbortSignal } = {}): Promise<T> {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    const timer = fakeTimeout(() => resolve(value as T), ms);
    signal?.addEventListener('abort', () => {
      fakeClear(timer);
      reject(new DOMException('The operation was aborted', 'AbortError'));
    });
  });
}

function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  fakeTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
  return controller.signal;
}

const chance = (): number => (world ? world.random() : real.random());

function fill<T extends ArrayBufferView>(view: T): T {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(chance() * 256);
  return view;
}

function uuid(): string {
  const hex = (digits: number): string => {
    let text = '';
    while (text.length < digits)
      text += Math.floor(chance() * 0x10000)
        .toString(16)
        .padStart(4, '0');
    return text.slice(0, digits);
  };
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
}

/** The value of each AsyncLocalStorage for the call that runs. */
const stored = new WeakMap<object, unknown>();

/**
 * Lets an AsyncLocalStorage keep its value for the part of a call before its first wait only. The service asks for such a value
 * only when it looks up a name, which no history does. With Node's own, each promise of the process costs twice as much.
 */
const callStorage = {
  getStore(this: object): unknown {
    return stored.get(this);
  },
  run<R>(this: object, value: unknown, work: (...given: unknown[]) => R, ...given: unknown[]): R {
    const before = stored.get(this);
    stored.set(this, value);
    try {
      return work(...given);
    } finally {
      stored.set(this, before);
    }
  },
};

/** Replaces the global ones. Once for the life of this process. */
export function takeGlobals(): void {
  const replaced = {
    Date: FakeDate,
    setTimeout: fakeTimeout,
    setInterval: fakeInterval,
    setImmediate: fakeImmediate,
    clearTimeout: fakeClear,
    clearInterval: fakeClear,
    clearImmediate: fakeClear,
  };
  Object.assign(globalThis, replaced);
  Math.random = chance;
  performance.now = () => (world ? world.scheduler.now() - 1_000_000_000_000 : real.performanceNow());
  AbortSignal.timeout = timeoutSignal;
  /* eslint-disable @typescript-eslint/no-require-imports -- what modules of CommonJS share can be changed, imports cannot */
  const timers = require('node:timers') as Record<string, unknown>;
  const { Date: _date, ...functions } = replaced;
  Object.assign(timers, functions);
  Object.assign(require('node:timers/promises') as object, { setTimeout: sleep });
  Object.assign(AsyncLocalStorage.prototype, callStorage);
  const crypto = require('node:crypto') as Record<string, unknown>;
  const realBytes = crypto.randomBytes as (size: number) => Buffer;
  const realUuid = crypto.randomUUID as () => string;
  const realFill = crypto.randomFillSync as <T>(view: T) => T;
  crypto.randomUUID = () => (world ? uuid() : realUuid());
  crypto.randomBytes = (size: number) => (world ? fill(Buffer.alloc(size)) : realBytes(size));
  crypto.randomFillSync = <T extends ArrayBufferView>(view: T): T => (world ? fill(view) : realFill(view));
  /* eslint-enable @typescript-eslint/no-require-imports */
}
