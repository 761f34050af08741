/*
 * Required by a process of the service before its own code: its clock then shows what one of another host would that is
 * HELIOGRAPH_TEST_CLOCK_SHIFT_MS ahead, or behind. What measures a time that has passed (performance.now) stays.
 */
const shiftMs = Number(process.env.HELIOGRAPH_TEST_CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;
const now = (): number => RealDate.now() + shiftMs;

if (shiftMs !== 0)
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, name, receiver) =>
      name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown),
  });
