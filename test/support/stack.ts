import { outside } from './outside';

export type { Stack, StackOptions } from './outside/stack';
export const { startStack } = outside;
