import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { pickApplication, type Context } from '../context';
import { appOption, environmentOption } from './options';

/** Whose endpoint a command is about. */
export interface EndpointOptions {
  app?: string;
  env: Environment;
}

export const addEndpoint = (command: Command): Command =>
  command.addOption(environmentOption()).addOption(appOption());

/** Path of the endpoint among the admin routes, and what errors call it. */
export async function endpointOf(
  { admin }: Context,
  { app, env }: EndpointOptions,
): Promise<{ path: string[]; named: string }> {
  const application = await pickApplication(admin, app);
  return { path: ['applications', application, 'webhooks', env], named: `"${application}" in ${env}` };
}
