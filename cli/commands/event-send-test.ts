import { type Command, Option } from 'commander';
import { type Channel, CHANNELS, type Environment } from '../../core/shared/channels';
import type { MessageDetails, NotificationDetails } from '../answers';
import { appContextOf } from '../context';
import { CliError } from '../errors';
import { hostOf } from '../host';
import { jsonOf } from './json-file';
import { madeByText } from './made-by-text';
import { appOption, environmentOption } from './options';

interface SendTestOptions {
  env: Environment;
  to?: string;
  contact?: string;
  example?: string;
  channel?: Channel;
  language?: string;
  tenant?: string;
  payload?: string;
  skipWaits?: true;
}

export function addEventSendTest(events: Command): void {
  events
    .command('send-test <name>')
    .description('Send an event to one recipient and show the outcome of its messages.')
    .addOption(appOption())
    .addOption(environmentOption())
    .option('--to <recipient>', 'E-mail address, phone number or external id of the recipient.')
    .addOption(
      new Option('--contact <file>', 'JSON file with the recipient, as `to` of a send.').conflicts('to'),
    )
    .addOption(
      new Option('--channel <channel>', 'Channel (default: the routing of the event).').choices(CHANNELS),
    )
    .option('--language <language>', 'Language of the template.')
    .option('--tenant <id>', 'Tenant in whose name it is sent.')
    .option('--payload <file>', 'JSON file with the payload (default: an example of the event).')
    .option('--example <name>', 'Example of the event (default: its first one).')
    .option('--skip-waits', 'In sandbox: skip the waits of the sequence and wait for its end.')
    .action(async (name: string, { env, skipWaits, ...given }: SendTestOptions, command: Command) => {
      const host = hostOf(command);
      const to = given.to ?? (await jsonOf(host, '--contact', given.contact));
      if (to === undefined)
        throw new CliError('the recipient is missing', { next: 'Give --to or --contact.', usage: true });
      const body = {
        ...{ to, channel: given.channel, language: given.language, skip_waits: skipWaits },
        tenant: given.tenant,
        ...{ payload: await jsonOf(host, '--payload', given.payload), example: given.example },
      };
      const { admin, output, app, path } = await appContextOf(command);
      const { notification } = await admin.post(
        `send ${name} of ${env} of "${app}" to ${given.to ?? given.contact}`,
        '/admin/v1/applications/{app}/events/{environment}/{name}/send',
        { ...path, environment: env, name, body },
      );
      const more = `heliograph notifications show ${notification.id}`;
      const { messages } = notification;
      const outcomes = messages.map((one) => outcomeOf(one, messages.length > 1)).join('\n');
      if (messages.some(({ status }) => status === 'failed'))
        throw new CliError(outcomes, { next: `See its attempts: ${more}` });
      output.result(notification, () => `${outcomes || noneYet(notification)}\nMore: ${more}`);
    });
}

/** What became of a message, with the words of its provider. */
function outcomeOf(
  { channel, step, address, status, error, attempts }: MessageDetails,
  isOneOfMany: boolean,
): string {
  const last = attempts.at(-1);
  const made = last ? madeByText(last) : null;
  const who = made === null ? '' : made;
  const words = last?.response ? `: ${last.response.replace(/\s+/g, ' ').trim()}` : '';
  const to = address === null ? '' : ` to ${address}`;
  const what = `The ${channel} message${isOneOfMany ? ` of step ${step}` : ''}${to}`;
  if (status === 'failed') return `${what} failed${who && ` at ${who}`}: ${error ?? ''}`;
  return `${what} is ${status}${who && ` by ${who}`}${words}`;
}

const noneYet = ({ status, next }: NotificationDetails): string =>
  `The notification is ${status} and has no message yet.${next ? ` ${next.text}` : ''}`;
