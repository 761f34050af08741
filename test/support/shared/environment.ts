import { createRequire } from 'node:module';
import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';

const load = createRequire(__filename);
/** What takes long to load and keeps nothing between test files. jest.config.js has them loaded from here. */
const packages = {};
for (const name of [
  '@redocly/openapi-core',
  'ajv',
  'ajv-formats',
  'ajv/dist/2020',
  'mongoose',
  'undici',
  'zod',
  'zod-openapi',
])
  Object.defineProperty(packages, name, { get: () => load(name) as unknown });

const ordinary = Function.prototype[Symbol.hasInstance];

/**
 * Jest's environment for Node, with some packages loaded once in each Jest worker, outside the sandboxes of its test
 * files. Their errors are instances of the sandbox's `Error` too.
 */
export default class SharedPackagesEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { heliographPackages: packages });
    const { Error } = this.global;
    Object.defineProperty(Error, Symbol.hasInstance, {
      value(this: unknown, value: unknown) {
        return (this === Error && types.isNativeError(value)) || ordinary.call(this as () => void, value);
      },
    });
  }
}
