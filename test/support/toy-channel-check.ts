import { definitionOf } from '../../channels/catalog';
import { createProviderTools } from '../../channels/tools';
import { addressOf } from '../../core/contacts/fields';
import { applyInput, EMPTY_CONTACT } from '../../core/contacts/input';
import { parseEventFile } from '../../rendering/event-files';
import { renderMessage } from '../../core/events/templates/render-message';
import { parseRecipient } from '../../core/sending/recipient';
import { route } from '../../core/sending/routing';

// Runs in the copy with the channel of docs/internals/adding-a-channel.md, and prints what the service does with it.

/** Address of the server that stands in for Beep. */
const url = process.argv[2];

const FILE = `
channels: [pager]
templates:
  pager:
    en: { text: '{{contact.name}}: {{code}}', tone: '{{tone}}' }
`;

async function main(): Promise<void> {
  const read = parseEventFile('fire.yaml', FILE);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const { event } = read;
  const pager = event.channels[0]!;
  const parsed = parseRecipient({ pager: '4711', name: 'Ada' }, { slackChannels: false });
  if (!parsed.ok || parsed.recipient.kind !== 'contact') throw new Error(JSON.stringify(parsed));
  const contact = applyInput(EMPTY_CONTACT, parsed.recipient.input);
  const routed = route(event, 'send', { addresses: (channel) => addressOf(contact, channel) });
  const refused = route(event, 'send', { addresses: () => null });
  const { text, rich } = renderMessage({
    channel: pager,
    template: event.templates[pager]!.en!,
    language: 'en',
    timezone: null,
    payload: JSON.stringify({ code: '1*2', tone: 'fire' }),
    contact: { name: contact.name, meta: '{}' },
    app: { name: 'shop' },
    event: 'fire',
    notificationId: 'n',
  });
  const definition = definitionOf('beep')!;
  const tools = createProviderTools({ development: true });
  const provider = definition.open(definition.settings.parse({ base_url: url }), tools, pager);
  const message = { id: 'm', notificationId: 'n', contactId: null, to: '4711' };
  const content = { text, ...(JSON.parse(rich ?? '{}') as object) };
  const sent = await provider.send({ ...message, content }, AbortSignal.timeout(60_000));
  await Promise.all([tools.http.close(), tools.guardedHttp.close(), tools.issuerHttp?.close()]);
  console.log(JSON.stringify({ to: parsed.recipient.to, routed, refused, text, rich, sent }));
}

void main();
