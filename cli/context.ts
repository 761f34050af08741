import type { Command } from 'commander';
import { isUuid } from '../core/shared/ids';
import { AdminClient } from './admin-client';
import type { Application } from './answers';
import { CliError } from './errors';
import { optionOf } from './field-names';
import { hostOf, type Host } from './host';
import { createOutput, type Output } from './output';
import { readSettings } from './settings';

/** What a command works with. */
export interface Context {
  admin: AdminClient;
  /** Address of the admin API. */
  url: string;
  output: Output;
  host: Host;
}

/** What a command about one application works with. */
export interface AppContext extends Context {
  /** Name of the application. */
  app: string;
  /** Parameter of the path of its routes: name or id. */
  path: { app: string };
}

/** Returns the context of a command. It reads the settings only when a command runs, so that `--help` needs none. */
export function contextOf(command: Command): Context {
  const { url, adminKey } = command.optsWithGlobals<{ url?: string; adminKey?: string }>();
  const host = hostOf(command);
  const settings = readSettings({ flags: { url, adminKey }, env: host.env, cwd: host.cwd() });
  return {
    url: settings.url,
    admin: new AdminClient(settings, (field) => optionOf(command, field)),
    output: outputOf(command),
    host,
  };
}

/** Returns the output of a command. */
export function outputOf(command: Command): Output {
  const { json } = command.optsWithGlobals<{ json?: boolean }>();
  return createOutput(json === true, (text) => hostOf(command).stdout.write(text));
}

/** Returns the context of a command about the application that `--app` names, or about the only one. */
export async function appContextOf(command: Command): Promise<AppContext> {
  const context = contextOf(command);
  const { app } = command.opts<{ app?: string }>();
  if (app !== undefined && !isUuid(app)) return { ...context, app, path: { app } };
  const { id, name } = await (app === undefined
    ? onlyApplication(context.admin)
    : applicationOf(context.admin, app));
  return { ...context, app: name, path: { app: id } };
}

/** Returns the application of an id. Its name is what the messages need. */
async function applicationOf(admin: AdminClient, id: string): Promise<Application> {
  return (await admin.get(`look for the application ${id}`, '/admin/v1/applications/{app}', { app: id }))
    .application;
}

async function onlyApplication(admin: AdminClient): Promise<Application> {
  const { applications } = await admin.get('look for the application', '/admin/v1/applications');
  const [first, ...others] = applications;
  if (!first) {
    throw new CliError('there is no application yet', { next: 'Create one: heliograph apps create NAME' });
  }
  if (others.length > 0) {
    const names = applications.map(({ name }) => name).join(', ');
    throw new CliError(`there are ${applications.length} applications: ${names}`, {
      next: 'Name one with --app NAME.',
      usage: true,
    });
  }
  return first;
}
