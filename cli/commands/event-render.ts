import { type Command, Option } from 'commander';
import { CHANNELS, type Environment } from '../../core/shared/channels';
import type { RenderedDetails } from '../answers';
import { appContextOf } from '../context';
import { hostOf } from '../host';
import { fields } from '../output';
import { jsonOf } from './json-file';
import { appOption, environmentOption } from './options';
import { renderedText } from './rendered-text';

interface RenderOptions {
  env: Environment;
  channel: string;
  language?: string;
  step?: string;
  payload?: string;
  example?: string;
  contact?: string;
}

export function addEventRender(events: Command): void {
  events
    .command('render <name>')
    .description('show a message of an event as a send renders it; nothing is sent')
    .addOption(appOption())
    .addOption(environmentOption())
    .addOption(new Option('--channel <channel>', 'channel').choices(CHANNELS).makeOptionMandatory())
    .option('--language <language>', 'language of the recipient')
    .option('--step <step>', 'the SEND, if it has templates of its own')
    .option('--payload <file>', 'JSON file with the payload (default: an example of the event)')
    .option('--example <name>', 'example of the event (default: its first one)')
    .option('--contact <file>', 'JSON file with the recipient, as `to` of a send (default: Ada Lovelace)')
    .action(async (name: string, { env, payload, contact, ...options }: RenderOptions, command: Command) => {
      const host = hostOf(command);
      const body = {
        ...{ channel: options.channel, language: options.language, step: options.step },
        example: options.example,
        payload: await jsonOf(host, '--payload', payload),
        contact: await jsonOf(host, '--contact', contact),
      };
      const { admin, output, app, path } = await appContextOf(command);
      const { rendered } = await admin.request<{ rendered: RenderedDetails }>({
        doing: `render the event ${name} of ${env} of "${app}"`,
        method: 'POST',
        path: [...path, 'events', env, name, 'render'],
        body,
      });
      const { from, language, rich } = rendered;
      const head = fields({ from, language, ...(JSON.parse(rich ?? '{}') as object) });
      output.result(rendered, () => `${head}\n\n${renderedText(rendered)}`);
    });
}
