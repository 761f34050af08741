import type { Command } from 'commander';
import { CHANNELS } from '../../core/shared/channels';
import type { Tenant, TenantChanges } from '../answers';
import { type AppContext, appContextOf } from '../context';
import { CliError } from '../errors';
import { hostOf } from '../host';
import { afterOption, fields, pageText } from '../output';
import { jsonOf } from './json-file';
import { addAfter, appOption } from './options';

const TENANTS = '/admin/v1/applications/{app}/tenants';
const TENANT = `${TENANTS}/{tenant}` as const;

export function addTenantCommands(program: Command): void {
  const tenants = program
    .command('tenants')
    .description('Manage the customers of an application, in whose names it sends.');

  addAfter(
    tenants
      .command('list')
      .description('List the tenants, in the order of their ids.')
      .addOption(appOption()),
  ).action(async ({ after }: { after?: string }, command: Command) => {
    const { admin, output, app, path } = await appContextOf(command);
    const page = await admin.get(`list the tenants of "${app}"`, TENANTS, { ...path, after });
    const rows = page.tenants.map(({ id, name, sender, integrations, updated_at: changed }) => ({
      ...{ id, name, from: sender.email, 'own integrations': Object.keys(integrations), changed },
    }));
    const empty = 'No tenant yet: heliograph tenants set ID --name NAME';
    output.result(page, () => pageText(rows, empty, afterOption(page.next)));
  });

  tenants
    .command('show <id>')
    .description('Show a tenant.')
    .addOption(appOption())
    .action(async (id: string, _options: unknown, command: Command) => {
      const context = await appContextOf(command);
      const tenant = await read(context, id);
      context.output.result(tenant, () => describe(tenant));
    });

  tenants
    .command('set <id>')
    .description('Create a tenant, or change it. What no option and no file names stays.')
    .addOption(appOption())
    .option('--name <name>', 'Name of the tenant (default: its id).')
    .option('--from <sender>', 'Sender of its e-mails: an address or "Name <address>".')
    .option(
      '--file <file>',
      'JSON file with its brand, sender, integrations and variables. Each replaces the stored one.',
    )
    .action(async (id: string, { name, from, file }: SetOptions, command: Command) => {
      const given = await jsonOf(hostOf(command), '--file', file);
      if (name === undefined && from === undefined && given === undefined)
        throw new CliError(`no option says what to set of the tenant ${id}`, {
          next: 'heliograph tenants set --help lists the options.',
          usage: true,
        });
      const context = await appContextOf(command);
      const { admin, output, app, path } = context;
      const known = await readIfAny(context, id);
      const body = { name: id, ...settingsOf(known), ...given, ...(name !== undefined && { name }) };
      const { tenant } = await admin.put(`set the tenant ${id} of "${app}"`, TENANT, {
        ...{ ...path, tenant: id },
        body: from === undefined ? body : { ...body, sender: { ...body.sender, email: from } },
      });
      output.result(tenant, () => describe(tenant));
    });

  tenants
    .command('delete <id>')
    .description('Delete a tenant. Refused while it has open notifications.')
    .addOption(appOption())
    .option('--force', 'Delete even if it has open notifications. Their messages fail.')
    .action(async (id: string, { force }: { force?: true }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { open } = await admin.delete(`delete the tenant ${id} of "${app}"`, TENANT, {
        ...{ ...path, tenant: id },
        body: { force: force === true },
      });
      const still = open > 0 ? ` ${open} of its notifications ${open === 1 ? 'is' : 'are'} open.` : '';
      output.result({ deleted: id, open }, () => `The tenant ${id} is deleted.${still}`);
    });
}

interface SetOptions {
  name?: string;
  from?: string;
  file?: string;
}

const read = async ({ admin, app, path }: AppContext, id: string): Promise<Tenant> =>
  (await admin.get(`show the tenant ${id} of "${app}"`, TENANT, { ...path, tenant: id })).tenant;

const readIfAny = (context: AppContext, id: string): Promise<Tenant | undefined> =>
  read(context, id).catch((error: unknown) => {
    if (error instanceof CliError && error.code === 'TENANT_NOT_FOUND') return undefined;
    throw error;
  });

/** Returns what a change of a tenant may keep. */
function settingsOf(tenant: Tenant | undefined): Partial<TenantChanges> {
  if (!tenant) return {};
  const { name, brand, sender, integrations, variables } = tenant;
  return { name, brand, sender, integrations, variables };
}

function describe({ brand, sender, integrations, variables, ...tenant }: Tenant): string {
  const { languages = {}, social, ...values } = brand;
  const shown = Object.entries({ ...values, social: social && JSON.stringify(social) });
  const bySender = Object.entries(sender).map(([channel, value]) => [`${channel} sender`, value]);
  const byChannel = CHANNELS.map((channel) => [`${channel} integrations`, integrations[channel]]);
  return fields({
    id: tenant.id,
    name: tenant.name,
    ...(Object.fromEntries([...bySender, ...byChannel]) as Record<string, unknown>),
    ...Object.fromEntries(shown.map(([field, value]) => [`brand ${field}`, value])),
    'brand in': Object.keys(languages).length > 0 ? Object.keys(languages) : undefined,
    variables: Object.keys(variables).length > 0 ? JSON.stringify(variables) : undefined,
    created: tenant.created_at,
    changed: tenant.updated_at,
  });
}
