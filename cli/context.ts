import type { Command } from 'commander';
import { AdminClient } from './admin-client';
import type { Application } from '../api/admin/answers';
import { CliError } from './errors';
import { hostOf, type Host } from './host';
import { createOutput, type Output } from './output';
import { readSettings } from './settings';

interface GlobalOptions {
  url?: string;
  adminKey?: string;
  json?: boolean;
}

/** What a command works with. */
export interface Context {
  admin: AdminClient;
  output: Output;
  host: Host;
}

/** Reads the settings when a command runs, so that `--help` needs none. */
export function contextOf(command: Command): Context {
  const { url, adminKey, json } = command.optsWithGlobals<GlobalOptions>();
  const host = hostOf(command);
  const settings = readSettings({ flags: { url, adminKey }, env: host.env, cwd: host.cwd() });
  return {
    admin: new AdminClient(settings),
    output: createOutput(json === true, (text) => host.stdout.write(text)),
    host,
  };
}

/** The application that `--app` names, or the only one there is. */
export async function pickApplication(admin: AdminClient, app: string | undefined): Promise<string> {
  if (app !== undefined) return app;
  const { applications } = await admin.request<{ applications: Application[] }>({
    doing: 'look for the application',
    path: ['applications'],
  });
  const [first, ...others] = applications;
  if (!first) {
    throw new CliError('there is no application yet', { next: 'Make one: heliograph apps create NAME' });
  }
  if (others.length > 0) {
    const names = applications.map(({ name }) => name).join(', ');
    throw new CliError(`there are ${applications.length} applications: ${names}`, {
      next: 'Say which one with --app NAME.',
      usage: true,
    });
  }
  return first.id;
}
