/** Begins the name under which Stryker's coverage has what the `beforeAll` of a test file reaches; its path follows. */
export const COVERED_BEFORE_ALL = 'beforeAll of ';
