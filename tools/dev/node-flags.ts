/**
 * Options with which Node runs our processes, as NODE_OPTIONS of the Dockerfile has them.
 *
 * By default, V8 has four threads of its own in each process, and a full collection of garbage takes as many cores as there are from
 * everything else for a tenth of a second. With one such thread it takes as long, but the other sends go on
 * (docs/internals/single-send-cost.md).
 */
export const NODE_FLAGS = ['--v8-pool-size=1'];
