import type * as Outside from './outside/index';

const { heliographOutside } = globalThis as unknown as { heliographOutside?: typeof Outside };
if (!heliographOutside)
  throw new Error('this test needs the environment test/support/outside/environment.ts');

/** What the test files of a Jest worker share (outside/environment.ts). */
export const outside = heliographOutside;
