import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { types } from 'node:util';
import type fc from 'fast-check';
import { TestEnvironment } from 'jest-environment-node';

/** Jest's word to its worker that the run is over (CHILD_MESSAGE_END of jest-worker). */
const RUN_IS_OVER = 2;
// What a worker shares would keep it open. Its processes end with it, and the teardown of the run waits for them. Jest waits
// for half a second, and an exit that frees a worker's memory takes longer on a busy machine.
process.on('message', (message) => {
  if (Array.isArray(message) && message[0] === RUN_IS_OVER) process.kill(process.pid, 'SIGKILL');
});

const load = createRequire(__filename);
/** The router of Express would print that the promises of a sandbox are none. */
process.env.NO_DEPRECATION = 'router';
/** What takes long to load and keeps nothing between test files. jest.config.js has them loaded from here. */
const packages = {};
for (const name of [
  '@redocly/openapi-core',
  'ajv',
  'ajv-formats',
  'ajv/dist/2020',
  'commander',
  'express',
  'fast-check',
  'handlebars',
  'html-to-text',
  'libphonenumber-js/core',
  'libphonenumber-js/max',
  'libphonenumber-js/max/metadata',
  'mongodb/lib/cmap/connection',
  'mongoose',
  'nodemailer/lib/addressparser',
  'p-limit',
  'p-map',
  'temporal-polyfill',
  'undici',
  'yaml',
  'zod',
  'zod-openapi',
])
  Object.defineProperty(packages, name, { get: () => load(name) as unknown });

/** What has run in the test file so far; Jest's runner has one for each file. */
const contexts = new Set<AsyncLocalStorage<unknown>>();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...given: unknown[]) {
  contexts.add(this);
  return (run as (...all: unknown[]) => never).apply(this, given);
};

/** An expectation takes two stacks, whether it holds or not; of Jest's 100 frames most are its own. */
const STACK_FRAMES = 20;

const ordinary = Function.prototype[Symbol.hasInstance];
const ERRORS = ['Error', 'RangeError', 'SyntaxError', 'TypeError'] as const;

/**
 * Jest's environment for Node, with some packages loaded once in each Jest worker, outside the sandboxes of its test
 * files. Their errors are instances of the sandbox's classes too.
 */
export default class SharedPackagesEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { heliographPackages: packages });
    this.global.Error.stackTraceLimit = STACK_FRAMES;
    for (const name of ERRORS) {
      const [inside, outside] = [this.global[name], globalThis[name]];
      Object.defineProperty(inside, Symbol.hasInstance, {
        value(this: unknown, value: unknown) {
          return (
            ordinary.call(this as () => void, value) ||
            (this === inside && types.isNativeError(value) && ordinary.call(outside, value))
          );
        },
      });
    }
  }

  override async teardown(): Promise<void> {
    // Otherwise Node 20 asks those of all earlier files whenever a promise is made.
    for (const context of contexts) context.disable();
    contexts.clear();
    // test/support/long-properties.ts sets how often a property is tried: in its own project only.
    if (load.cache[load.resolve('fast-check')]) (load('fast-check') as typeof fc).resetConfigureGlobal();
    await super.teardown();
  }
}
