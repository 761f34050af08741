import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import type { EventVersion } from '../answers';
import { appContextOf } from '../context';
import { lineDiff } from '../line-diff';
import { hostOf } from '../host';
import { afterOption, pageText } from '../output';
import { addAfter, addLimit, appOption, environmentOption, versionNumber } from './options';

interface ListOptions {
  env: Environment;
  after?: string;
  limit?: number;
}

export function addEventVersions(events: Command): void {
  const versions = events
    .command('versions [name]')
    .description('List the versions of an event, newest first. Without a name, list the deleted events.')
    .addOption(appOption())
    .addOption(environmentOption());
  addLimit(addAfter(versions)).action(
    async (name: string | undefined, { env, after, limit }: ListOptions, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const query = { after, limit };
      if (name === undefined) {
        const { events: deleted, next } = await admin.get(
          `list the deleted events of ${env} of "${app}"`,
          '/admin/v1/applications/{app}/deleted-events/{environment}',
          { ...path, environment: env, ...query },
        );
        const rows = deleted.map((one) => ({ name: one.name, ...versionRow(one) }));
        output.result({ events: deleted, next }, () =>
          pageText(rows, `No deleted event of ${env} can be restored.`, afterOption(next)),
        );
        return;
      }
      const { versions: found, next } = await admin.get(
        `list the versions of the event ${name} of ${env} of "${app}"`,
        '/admin/v1/applications/{app}/events/{environment}/{name}/versions',
        { ...path, environment: env, name, ...query },
      );
      output.result({ versions: found, next }, () =>
        pageText(
          found.map(versionRow),
          'There are no earlier versions until the event changes.',
          afterOption(next),
        ),
      );
    },
  );

  events
    .command('version <name> <version>')
    .description('Print the file of a version of an event, or its differences from the pushed version.')
    .addOption(appOption())
    .addOption(environmentOption())
    .option('--diff', 'Print what a restore would change.')
    .action(
      async (
        name: string,
        version: string,
        { env, diff }: { env: Environment; diff?: true },
        command: Command,
      ) => {
        const { admin, output, app, path } = await appContextOf(command);
        const event = { ...path, environment: env, name };
        const { version: found } = await admin.get(
          `read version ${version} of the event ${name} of ${env} of "${app}"`,
          '/admin/v1/applications/{app}/events/{environment}/{name}/versions/{version}',
          { ...event, version: versionNumber(version) },
        );
        const source = found.source ?? '';
        if (!diff) return output.result(found, () => source.trimEnd());
        const { event: now } = await admin.get(
          `read the event ${name} of ${env} of "${app}"`,
          '/admin/v1/applications/{app}/events/{environment}/{name}',
          event,
        );
        const lines = [`--- ${env}`, `+++ version ${version}`, ...lineDiff(now.source ?? '', source)];
        output.result({ before: now.source, after: found.source }, () =>
          now.source === source ? `${env} has the file of version ${version}.` : lines.join('\n'),
        );
      },
    );

  events
    .command('restore <name> <version>')
    .description('Restore a version of an event, even of a deleted event, by pushing its file.')
    .addOption(appOption())
    .addOption(environmentOption())
    .action(async (name: string, version: string, { env }: { env: Environment }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { change, warnings = [] } = await admin.post(
        `restore version ${version} of the event ${name} in ${env} of "${app}"`,
        '/admin/v1/applications/{app}/events/{environment}/{name}/versions/{version}/restore',
        { ...path, environment: env, name, version: versionNumber(version) },
      );
      for (const { file, line, message } of warnings)
        hostOf(command).stderr.write(`${file}:${line}: warning: ${message}\n`);
      output.result(change, () =>
        change.change === 'unchanged'
          ? `The event ${name} already has the content of version ${version}.`
          : `The event ${name} of ${env} has the content of version ${version} again, as version ${change.version}.`,
      );
    });
}

/** An older release of the service does not name parts. */
type Optional<Version extends { parts: unknown }> = Omit<Version, 'parts'> & Partial<Pick<Version, 'parts'>>;

/** Returns a row of a list of versions. */
export const versionRow = ({ version, at, by, via, restored, parts = [] }: Optional<EventVersion>) => ({
  version: String(version),
  at,
  by: by?.name ?? 'unknown',
  via: [
    restored === null ? (via ?? 'unknown') : `restore of ${restored}`,
    ...parts.map(({ file, version: of }) => (of === null ? `${file} deleted` : `${file} version ${of}`)),
  ].join(', '),
});
