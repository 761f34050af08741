import type * as Outside from './outside/http-api';
import { outside } from './outside';

export type { Answer, NotificationView } from './outside/http-api';
export const { HttpApi } = outside;
export type HttpApi = Outside.HttpApi;
