import type { Circus } from '@jest/types';
import SharedPackagesEnvironment from '../shared/environment';
import { closeBrowser } from './browser';
import { renewConnections } from './http-api';
import * as outside from './index';
import { beginFile, beginTest, logsOfTest } from './logs';
import { releaseServices } from './shared-services';

// What is shared ends with Jest itself, too.
process.on('disconnect', () => process.exit());

/**
 * Jest's environment of tests that use the service. What speaks to it (MongoDB's driver, Temporal's client, the parsers)
 * is loaded once in each Jest worker, outside the sandbox of a test file, and so are the processes that files share. A
 * test that fails prints what the processes wrote while it ran.
 */
export default class ServiceEnvironment extends SharedPackagesEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    // A document's dates are the sandbox's own kind of Date.
    Object.assign(this.global, { Date });
    beginFile();
    renewConnections();
    Object.assign(this.global, { heliographOutside: outside });
  }

  async handleTestEvent(event: Circus.Event): Promise<void> {
    if (event.name === 'test_start') beginTest();
    if (event.name === 'test_done' && event.test.errors.length > 0) process.stderr.write(logsOfTest());
  }

  override async teardown(): Promise<void> {
    await releaseServices();
    await closeBrowser();
    await super.teardown();
  }
}
