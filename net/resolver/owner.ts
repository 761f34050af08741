import { AsyncLocalStorage } from 'node:async_hooks';

const owners = new AsyncLocalStorage<string>();

/** Does work for an application. The look-ups of this work count toward the application's share. */
export const lookupsOf = <T>(applicationId: string, work: () => T): T => owners.run(applicationId, work);

/** Returns the application whose work this is. Undefined: the service's own. */
export const lookupOwner = (): string | undefined => owners.getStore();
