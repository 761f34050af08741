import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Command, Option } from 'commander';
import type { KnownSequences } from '../../core/sequences/names';
import { mentionsParts } from '../../core/events/parts/mentioned';
import { isPseudoLocale } from '../../core/events/translations/pseudo';
import { parseEventFile } from '../../rendering/event-files';
import { CHANNELS, type Channel, type Environment } from '../../core/shared/channels';
import type { RenderedDetails } from '../answers';
import { appContextOf } from '../context';
import { CliError } from '../errors';
import { hostOf } from '../host';
import { sequencesOf } from '../known-sequences';
import type { SourceFile } from '../../core/events/file/source-file';
import { pushedParts } from '../pushed-parts';
import { openInBrowser } from '../open-file';
import { fields } from '../output';
import { type Preview, previewPage } from '../preview-page';
import { jsonOf } from './json-file';
import { appOption, environmentOption } from './options';
import { renderedText } from './rendered-text';

interface RenderOptions {
  env: Environment;
  channel?: Channel;
  language?: string;
  step?: string;
  tenant?: string;
  payload?: string;
  example?: string;
  contact?: string;
  open?: true;
}

/** Which template of an event. */
interface Which {
  channel: Channel;
  language?: string;
  step?: string;
}

export function addEventRender(events: Command): void {
  events
    .command('render <name>')
    .description('Show the messages of an event as a send renders them. Nothing is sent.')
    .addOption(appOption())
    .addOption(environmentOption())
    .addOption(
      new Option('--channel <channel>', 'Channel of the message. Not needed with --open.').choices(CHANNELS),
    )
    .option(
      '--language <language>',
      'Language of the recipient. en-XA and ar-XB show which texts are translated.',
    )
    .option('--step <step>', 'Name of a SEND with its own templates.')
    .option('--tenant <id>', 'Tenant in whose name it is rendered.')
    .option('--payload <file>', 'JSON file with the payload (default: an example of the event).')
    .option('--example <name>', 'Example of the event (default: its first one).')
    .option('--contact <file>', 'JSON file with the recipient, as `to` of a send (default: Ada Lovelace).')
    .option('--open', 'Show all messages in a browser, or those that the other options select.')
    .action(async (name: string, options: RenderOptions, command: Command) => {
      const host = hostOf(command);
      const { env, channel, language, step, example, open } = options;
      const sample = {
        example,
        tenant: options.tenant,
        payload: await jsonOf(host, '--payload', options.payload),
        contact: await jsonOf(host, '--contact', options.contact),
      };
      const context = await appContextOf(command);
      const { admin, output, app, path: base } = context;
      const event = { ...base, environment: env, name };
      const render = async (which: Which): Promise<RenderedDetails> =>
        (
          await admin.post(
            `render the event ${name} of ${env} of "${app}"`,
            '/admin/v1/applications/{app}/events/{environment}/{name}/render',
            { ...event, body: { ...which, ...sample } },
          )
        ).rendered;
      if (open) {
        const { event: found } = await admin.get(
          `read the event ${name} of ${env} of "${app}"`,
          '/admin/v1/applications/{app}/events/{environment}/{name}',
          event,
        );
        const parts = mentionsParts(found.source ?? '') ? await pushedParts(context, env, name) : [];
        const previews: Preview[] = [];
        const parsing = { known: sequencesOf(host), parts };
        for (const which of templatesOf(
          { name, source: found.source, ...parsing },
          { channel, language, step },
        ))
          previews.push({ ...which, rendered: await render({ ...which, step: which.step || undefined }) });
        const file = await writePage(name, previews);
        const opened = await openInBrowser(file, host.env);
        output.result({ file, opened, messages: previews }, () =>
          opened ? `Opened ${file}` : `No browser could be opened. Open this file in a browser: ${file}`,
        );
        return;
      }
      if (channel === undefined)
        throw new CliError('--channel is missing', {
          next: 'Give a channel, or use --open to see all messages',
          usage: true,
        });
      const rendered = await render({ channel, language, step });
      const { from, language: found, rich } = rendered;
      const head = fields({ from, language: found, ...(JSON.parse(rich ?? '{}') as object) });
      output.result(rendered, () => `${head}\n\n${renderedText(rendered)}`);
    });
}

/** Returns each template of an event, by step, channel and language: all, or those that options name. */
function templatesOf(
  {
    name,
    source,
    known,
    parts,
  }: { name: string; source: string | null; known: KnownSequences; parts: SourceFile[] },
  only: Partial<Which>,
): Required<Which>[] {
  const parsed = source === null ? null : parseEventFile(name, source, known, parts);
  if (!parsed?.ok)
    throw new CliError(`the service has no file of the event ${name} that this release can read`, {
      next: 'Push it again, or use --channel without --open to see one message',
    });
  const { templates, stepTemplates } = parsed.event;
  const found = Object.entries({ '': templates, ...stepTemplates }).flatMap(([step, ofStep]) =>
    (Object.keys(ofStep) as Channel[]).flatMap((channel) =>
      Object.keys(ofStep[channel] ?? {}).map((language) => ({ channel, language, step })),
    ),
  );
  // A pseudo-locale is made of the default language.
  const pseudo = isPseudoLocale(only.language) ? only.language : undefined;
  const which = pseudo === undefined ? only : { ...only, language: parsed.event.language };
  const wanted = found
    .filter((one) =>
      (['channel', 'language', 'step'] as const).every(
        (key) => which[key] === undefined || which[key] === one[key],
      ),
    )
    .map((one) => ({ ...one, language: pseudo ?? one.language }));
  if (wanted.length === 0)
    throw new CliError(`the event ${name} has no such template`, {
      next: `It has ${found.map((one) => Object.values(one).filter(Boolean).join(' ')).join(', ')}`,
    });
  return wanted;
}

/** Writes the page to a new folder, which only its user can read: payloads may be personal data. */
async function writePage(name: string, previews: Preview[]): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'heliograph-')), `${name}.html`);
  await writeFile(file, previewPage(name, previews), { mode: 0o600 });
  return file;
}
