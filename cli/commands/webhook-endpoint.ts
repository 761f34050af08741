import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { appContextOf } from '../context';
import { appOption, environmentOption } from './options';

/** Adds the options that name an endpoint. */
export const addEndpoint = (command: Command): Command =>
  command.addOption(environmentOption()).addOption(appOption());

/** Returns the context of a command about an endpoint: `path` has the parameters of its path, `named` its name in errors. */
export async function endpointContextOf(command: Command) {
  const { app, path, ...context } = await appContextOf(command);
  const { env } = command.opts<{ env: Environment }>();
  return { ...context, path: { ...path, environment: env }, named: `"${app}" in ${env}` };
}
