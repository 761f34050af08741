import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import type { Segment, SegmentFilter, SegmentSize } from '../answers';
import { appContextOf } from '../context';
import type { Host } from '../host';
import { afterOption, fields, pageText } from '../output';
import { jsonOf } from './json-file';
import { addAfter, addLimit, appOption, environmentOption } from './options';

const COUNTS = '/admin/v1/applications/{app}/segment-counts/{environment}';
const SEGMENTS = '/admin/v1/applications/{app}/segments/{environment}';
const SEGMENT = `${SEGMENTS}/{segment}` as const;

interface InEnvironment {
  env: Environment;
}

type InPage = InEnvironment & { after?: string; limit?: number };

export function addSegmentCommands(program: Command): void {
  const segments = program
    .command('segments')
    .description('Manage segments, which are saved filters of contacts.');
  const added = (command: Command): Command => command.addOption(environmentOption()).addOption(appOption());

  added(
    addLimit(addAfter(segments.command('list').description('List segments, in the order of their names.'))),
  ).action(async ({ env: environment, after, limit }: InPage, command: Command) => {
    const { admin, output, app, path } = await appContextOf(command);
    const page = await admin.get(`list the segments of "${app}" in ${environment}`, SEGMENTS, {
      ...{ ...path, environment, after, limit },
    });
    const empty = 'No segment yet: heliograph segments create NAME --filter FILE';
    output.result(page, () => pageText(page.segments.map(row), empty, afterOption(page.next)));
  });

  added(segments.command('show <segment>').description('Show a segment, and count its contacts.')).action(
    async (segment: string, { env: environment }: InEnvironment, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const found = await admin.get(`show the segment ${segment} of "${app}" in ${environment}`, SEGMENT, {
        ...{ ...path, environment, segment },
      });
      output.result(found, () => describe(found.segment, found));
    },
  );

  added(segments.command('create <segment>').description('Create a segment, or change it.'))
    .requiredOption('--filter <file>', 'JSON file of the filter.')
    .option('--name <name>', 'Name for people (default: the name of the segment).')
    .option('--description <text>', 'Who is in it.')
    .action(async (segment: string, options: CreateOptions, command: Command) => {
      const { admin, output, host, app, path } = await appContextOf(command);
      const { env: environment, name, description } = options;
      const filter = await filterIn(host, options.filter);
      const made = await admin.put(`create the segment ${segment} of "${app}" in ${environment}`, SEGMENT, {
        ...{ ...path, environment, segment, body: { name, description, filter } },
      });
      output.result(made, () => describe(made.segment, made));
    });

  added(
    segments.command('count <file>').description('Count the contacts of a filter in a JSON file.'),
  ).action(async (file: string, { env: environment }: InEnvironment, command: Command) => {
    const { admin, output, host, app, path } = await appContextOf(command);
    const body = { filter: await filterIn(host, file) };
    const size = await admin.post(`count the contacts of "${app}" in ${environment}`, COUNTS, {
      ...path,
      environment,
      body,
    });
    output.result(size, () => fields({ contacts: sizeText(size) }));
  });

  added(
    addLimit(addAfter(segments.command('contacts <segment>').description('List the contacts of a segment.'))),
  ).action(async (segment: string, options: InPage, command: Command) => {
    const { admin, output, app, path } = await appContextOf(command);
    const { env: environment, after, limit } = options;
    const page = await admin.get(
      `list the contacts of the segment ${segment} of "${app}" in ${environment}`,
      `${SEGMENT}/contacts`,
      { ...path, environment, segment, after, limit },
    );
    const rows = page.contacts.map(({ uuid: id, name, emailAddresses, phoneNumbers }) => ({
      ...{ id, name, email: emailAddresses[0], phone: phoneNumbers[0] },
    }));
    output.result(page, () => pageText(rows, 'No contact fits on this page.', afterOption(page.next)));
  });

  added(segments.command('delete <segment>').description('Delete a segment. Its contacts stay.')).action(
    async (segment: string, { env: environment }: InEnvironment, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      await admin.delete(`delete the segment ${segment} of "${app}" in ${environment}`, SEGMENT, {
        ...{ ...path, environment, segment },
      });
      output.result({ deleted: segment }, () => `The segment ${segment} is deleted from ${environment}.`);
    },
  );
}

interface CreateOptions extends InEnvironment {
  filter: string;
  name?: string;
  description?: string;
}

/** The service checks its form. */
const filterIn = async (host: Host, file: string): Promise<SegmentFilter> =>
  (await jsonOf(host, '--filter', file)) as SegmentFilter;

const sizeText = ({ contacts, contacts_exact: isExact }: SegmentSize): string =>
  isExact ? String(contacts) : `about ${contacts}`;

const row = ({ segment, name, description, updated_at: changed }: Segment) => ({
  ...{ segment, name, description, changed },
});

const describe = (segment: Segment, size: SegmentSize): string =>
  fields({
    ...{ segment: segment.segment, name: segment.name, description: segment.description },
    ...{ contacts: sizeText(size), created: segment.created_at, changed: segment.updated_at },
    filter: JSON.stringify(segment.filter),
  });
