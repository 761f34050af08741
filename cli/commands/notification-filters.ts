import { Option, type Command } from 'commander';
import { type Channel, CHANNELS, type Environment } from '../../core/shared/channels';
import { FAILURE_CODES, type FailureCode } from '../../core/schemas/operators';
import { MESSAGE_STATUSES, type MessageStatus } from '../../core/shared/statuses';
import { addAfter, appOption, environmentOption, pastTime } from './options';

/** Which notifications a command is about. */
export interface FilterOptions {
  env: Environment;
  event?: string;
  channel?: Channel;
  messageStatus?: MessageStatus;
  provider?: string;
  errorCode?: FailureCode;
  toContact?: string;
  reference?: string;
  tenant?: string;
  broadcast?: string;
  since?: string;
  until?: string;
  from?: string;
  to?: string;
  after?: string;
}

/** Returns the filters under the names of the admin API. */
export const filtersOf = ({
  env,
  event,
  channel,
  messageStatus,
  provider,
  errorCode,
  toContact,
  reference,
  tenant,
  broadcast,
  after,
  ...times
}: FilterOptions) => ({
  ...{ environment: env, event, channel, provider, error_code: errorCode, to_contact: toContact },
  ...{ message_status: messageStatus, reference, tenant, broadcast, after },
  ...{ from: times.from ?? times.since, to: times.to ?? times.until },
});

/** Adds the filters. `environment` is optional if the command may also be about a single notification. */
export const addFilters = (
  command: Command,
  { environment }: { environment: 'required' | 'optional' },
): Command =>
  addAfter(command)
    .addOption(environmentOption().makeOptionMandatory(environment === 'required'))
    .addOption(appOption())
    .option('--event <event>', 'Name of the event.')
    .addOption(new Option('--channel <channel>', 'Channel of a message.').choices(CHANNELS))
    .addOption(
      new Option('--message-status <status>', 'Status of a message. sent finds delivered ones too.').choices(
        MESSAGE_STATUSES,
      ),
    )
    .option(
      '--provider <provider>',
      'Provider at which a message failed: its name, or the id or name of an integration.',
    )
    .addOption(
      new Option(
        '--error-code <code>',
        'Error code of a failed message, or of the last attempt of an expired one.',
      ).choices(FAILURE_CODES),
    )
    .option('--to-contact <who>', 'Recipient: e-mail address, phone number, external id or id of a contact.')
    .option('--reference <reference>', 'Reference that the send gave.')
    .option('--tenant <id>', 'Tenant that the send named.')
    .option('--broadcast <id>', 'Broadcast that reached the recipient.')
    .option(
      '--since <time>',
      'Start of the range: 30m, 1h or 7d ago, or a time, in UTC if it has no zone.',
      pastTime,
    )
    .option('--until <time>', 'End of the range (default: now).', pastTime)
    .addOption(new Option('--from <time>', 'Same as --since.').argParser(pastTime).conflicts('since'))
    .addOption(new Option('--to <time>', 'Same as --until.').argParser(pastTime).conflicts('until'));
