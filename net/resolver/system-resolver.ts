import { createResolver, type ResolveAll } from './resolver';

let made: ResolveAll | undefined;

/** Resolves with the DNS servers of the system. For what is created without a resolver of its process. */
export const systemResolver: ResolveAll = (...call) => (made ??= createResolver())(...call);
