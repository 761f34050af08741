/** Time, timers and chance of this process. To be loaded before globals.ts replaces them. */
export const real = {
  Date: globalThis.Date,
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  clearTimeout: globalThis.clearTimeout,
  performanceNow: performance.now.bind(performance),
  random: Math.random,
};
