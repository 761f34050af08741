import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { categoryFile } from '../../core/preferences/category-name';
import { readCategory } from '../../core/preferences/category-source';
import { categoryText } from '../../core/preferences/category-text';
import type { Environment } from '../../core/shared/channels';
import type { CategoryLine } from '../answers';
import { appContextOf } from '../context';
import { CliError } from '../errors';
import { pathOf, type Host } from '../host';
import { table } from '../output';
import { appOption, environmentOption } from './options';

const CATEGORIES = '/admin/v1/applications/{app}/categories/{environment}';
const CATEGORY = `${CATEGORIES}/{category}` as const;

interface Options {
  env: Environment;
}

export function addCategoryCommands(program: Command): void {
  const categories = program
    .command('categories')
    .description('Manage the categories of an application, which its contacts can switch on and off.')
    .addHelpText('after', '\nFiles of categories are pushed and pulled with the events (heliograph events).');
  const add = (usage: string, description: string): Command =>
    categories.command(usage).description(description).addOption(appOption()).addOption(environmentOption());

  add('list', 'List the categories of an environment, with the events that belong to them.').action(
    async ({ env }: Options, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { categories: all } = await admin.get(`list the categories of ${env} of "${app}"`, CATEGORIES, {
        ...path,
        environment: env,
      });
      output.result(all, () =>
        table(all.map(row), `No category yet: heliograph categories set NAME --file FILE`),
      );
    },
  );

  add('show <name>', 'Print a category as its file.').action(
    async (name: string, { env }: Options, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { category } = await admin.get(`show the category ${name} of "${app}"`, CATEGORY, {
        ...{ ...path, environment: env, category: name },
      });
      output.result(category, () => categoryText(category).trimEnd());
    },
  );

  add('set <name>', 'Create or replace a category.')
    .requiredOption('--file <file>', 'YAML or JSON file with what a file of a category has.')
    .action(async (name: string, { env, file }: Options & { file: string }, command: Command) => {
      const { admin, host, output, app, path } = await appContextOf(command);
      const body = await categoryIn(host, name, file);
      const { category } = await admin.put(`set the category ${name} of "${app}"`, CATEGORY, {
        ...{ ...path, environment: env, category: name, body },
      });
      output.result(category, () => `The category ${name} of ${env} is set.`);
    });

  add('delete <name>', 'Delete a category. Refused while an event belongs to it.').action(
    async (name: string, { env }: Options, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      await admin.delete(`delete the category ${name} from ${env} of "${app}"`, CATEGORY, {
        ...{ ...path, environment: env, category: name },
      });
      output.result({ deleted: name }, () => `The category ${name} is deleted from ${env}.`);
    },
  );
}

/** Reads a category as a push does, so that problems have their lines. */
async function categoryIn(host: Host, name: string, file: string) {
  const content = await readFile(pathOf(host, file), 'utf8').catch((cause: unknown) => {
    throw new CliError(`cannot read ${file} (--file): ${(cause as Error).message}`, { usage: true, cause });
  });
  const read = readCategory({ name: categoryFile(name), content });
  if (!read.ok)
    throw new CliError(`the category of ${file} has problems`, {
      details: read.problems.map(({ line, message }) => `${file}:${line}: ${message}`),
      next: 'Nothing was applied.',
    });
  const { name: _, ...body } = read.category;
  return body;
}

function row({ name, labels, default: on, required, bulk, events }: CategoryLine): Record<string, unknown> {
  const [label] = Object.values(labels);
  const channels = Object.entries(on).map(([channel, isOn]) => `${channel} ${isOn ? 'on' : 'off'}`);
  const byDefault = typeof on === 'boolean' ? (on ? 'on' : 'off') : channels.join(', ') || 'on';
  return {
    ...{
      name,
      label: label?.name,
      languages: Object.keys(labels),
      default: required ? 'required' : byDefault,
    },
    ...{ bulk: bulk ? 'yes' : undefined, events },
  };
}
