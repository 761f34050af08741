import { outside } from './outside';

export type { ServiceProcess } from './outside/service';
export const { builtFile, startProcess } = outside;
