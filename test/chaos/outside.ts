import * as outside from '../support/outside/index';

// The support of tests takes it from here; in Jest, test/support/outside/environment.ts sets it.
Object.assign(globalThis, { heliographOutside: outside });
