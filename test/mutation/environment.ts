import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import type { Circus } from '@jest/types';
import SharedPackagesEnvironment from '../support/shared/environment';
import { COVERED_BEFORE_ALL } from './covered-before-all';

/** Stryker's name for the change that is being tried. The first run, without a change, has none. */
const changeTried = (): string | undefined => process.env.__STRYKER_ACTIVE_MUTANT__;
let noticed: string | undefined;

/**
 * Leaves out what is left of the tests once one of them has noticed the change. In the first run it names what a
 * `beforeAll` reaches: Stryker would take it for code that runs when its module loads, which no test is asked about.
 */
export default class MutationEnvironment extends SharedPackagesEnvironment {
  private readonly hooks: string;

  constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
    super(config, context);
    this.hooks = COVERED_BEFORE_ALL + context.testPath;
  }

  handleTestEvent(event: Circus.AsyncEvent | Circus.SyncEvent): void {
    const change = changeTried();
    if (change === undefined) return this.nameHooks(event);
    if (event.name === 'test_done' && event.test.errors.length > 0) noticed = change;
    if (event.name === 'test_start' && noticed === change) event.test.mode = 'skip';
  }

  private nameHooks(event: Circus.AsyncEvent | Circus.SyncEvent): void {
    if (!('hook' in event) || event.hook.type !== 'beforeAll') return;
    const stryker = this.global.__stryker__ as { currentTestId?: string };
    stryker.currentTestId = event.name === 'hook_start' ? this.hooks : undefined;
  }
}
