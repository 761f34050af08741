/*
 * Required by a process of the service before its own code: its clock then shows what one of another host would that is
 * HELIOGRAPH_TEST_CLOCK_SHIFT_MS ahead, or behind. A message of the parent lets it jump. What measures a time that has passed
 * (performance.now) stays.
 */
const RealDate = Date;
let shiftMs = 0;
const now = (): number => RealDate.now() + shiftMs;
const shifted = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
});

function shiftTo(ms: number): void {
  shiftMs = ms;
  if (ms !== 0) globalThis.Date = shifted;
}

shiftTo(Number(process.env.HELIOGRAPH_TEST_CLOCK_SHIFT_MS ?? 0));
process.on('message', (message: { type?: string; shiftMs?: number }) => {
  if (message.type !== 'clock') return;
  shiftTo(message.shiftMs ?? 0);
  process.send?.({ type: 'clock' });
});
// It keeps no process running.
process.channel?.unref();
