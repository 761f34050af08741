import { type Command, Option } from 'commander';
import { CHANNELS, type Environment } from '../../core/shared/channels';
import type { MessageDetails, NotificationDetails } from '../answers';
import { appContextOf } from '../context';
import { CliError } from '../errors';
import { hostOf } from '../host';
import { jsonOf } from './json-file';
import { madeByText } from './made-by-text';
import { appOption, environmentOption } from './options';

interface SendTestOptions {
  env: Environment;
  to: string;
  channel?: string;
  language?: string;
  payload?: string;
  skipWaits?: true;
}

export function addEventSendTest(events: Command): void {
  events
    .command('send-test <name>')
    .description('send an event to one recipient, as any send, and say what became of its first message')
    .addOption(appOption())
    .addOption(environmentOption())
    .requiredOption('--to <recipient>', 'an e-mail address, a phone number or an external id')
    .addOption(new Option('--channel <channel>', 'channel (default: as the event says)').choices(CHANNELS))
    .option('--language <language>', 'language of the template')
    .option('--payload <file>', 'JSON file with the payload (default: the first example of the event)')
    .option('--skip-waits', 'in sandbox: run the waits of the sequence at once')
    .action(
      async (name: string, { env, payload, skipWaits, ...given }: SendTestOptions, command: Command) => {
        const body = {
          ...{ to: given.to, channel: given.channel, language: given.language, skip_waits: skipWaits },
          payload: await jsonOf(hostOf(command), '--payload', payload),
        };
        const { admin, output, app, path } = await appContextOf(command);
        const { notification } = await admin.request<{ notification: NotificationDetails }>({
          doing: `send ${name} of ${env} of "${app}" to ${given.to}`,
          method: 'POST',
          path: [...path, 'events', env, name, 'send'],
          body,
        });
        const more = `heliograph notifications show ${notification.id}`;
        const [first] = notification.messages;
        if (first?.status === 'failed')
          throw new CliError(`${outcomeOf(first)}`, { next: `What was tried: ${more}` });
        output.result(
          notification,
          () => `${first ? outcomeOf(first) : noneYet(notification)}\nMore: ${more}`,
        );
      },
    );
}

/** What became of a message, with the words of its provider. */
function outcomeOf({ channel, address, status, error, attempts }: MessageDetails): string {
  const last = attempts.at(-1);
  const made = last ? madeByText(last) : null;
  const who = made === null ? '' : made;
  const words = last?.response ? `: ${last.response.replace(/\s+/g, ' ').trim()}` : '';
  const what = `The ${channel} message to ${address ?? 'its channel'}`;
  if (status === 'failed') return `${what} failed${who && ` at ${who}`}: ${error ?? ''}`;
  return `${what} is ${status}${who && ` by ${who}`}${words}`;
}

const noneYet = ({ status, next }: NotificationDetails): string =>
  `The notification is ${status} and has no message yet.${next ? ` ${next.text}` : ''}`;
