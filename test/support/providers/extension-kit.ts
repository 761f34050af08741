/** What tests of providers in extensions import: `heliograph/testing/providers` (docs/internals/adding-a-provider.md). */
export * from './api-server';
export * from './bare-answers';
export * from './emails';
export * from './messages';
export * from './outcomes';
export * from './provider-kit';
export type { ProviderSpec } from './provider-spec';
