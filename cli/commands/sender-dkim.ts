import type { Command } from 'commander';
import type { Dkim } from '../answers';
import { type AppContext, appContextOf } from '../context';
import { table } from '../output';
import { appOption } from './options';
import { senderNamed } from './sender-named';

const KEYS = '/admin/v1/applications/{app}/senders/{id}/dkim';

/** Adds the commands of the keys that sign e-mail over SMTP. */
export function addSenderDkim(senders: Command): void {
  const dkim = senders
    .command('dkim')
    .description('Manage the DKIM keys that sign the e-mail of a domain over SMTP.');

  dkim
    .command('show <sender>')
    .description('Show the keys of a domain, with their DNS records.')
    .addOption(appOption())
    .action(async (value: string, _options: unknown, command: Command) => {
      const doing = `show the DKIM keys of ${value}`;
      const context = await appContextOf(command);
      const keys = await context.admin.get(doing, KEYS, await pathOf(context, value, doing));
      context.output.result(keys, () => dkimText(keys));
    });

  dkim
    .command('add <sender>')
    .description('Make a key, and print its DNS record. A second key begins a rotation.')
    .option('--selector <selector>', 'Selector of the record (default: a new one with the date).')
    .addOption(appOption())
    .action(async (value: string, { selector }: { selector?: string }, command: Command) => {
      const doing = `make a DKIM key for ${value}`;
      const context = await appContextOf(command);
      const path = await pathOf(context, value, doing);
      const keys = await context.admin.post(doing, KEYS, { ...path, body: selector ? { selector } : {} });
      const made = keys.keys.find(({ state }) => state === 'pending');
      const next = `Publish the record, then: heliograph senders dkim activate ${value} ${made?.selector}`;
      context.output.result(keys, () => `${dkimText(keys)}\n\n${next}`);
    });

  dkim
    .command('activate <sender> <selector>')
    .description('Sign with a key, after DNS has its record. The key that signed before retires.')
    .addOption(appOption())
    .action(async (value: string, selector: string, _options: unknown, command: Command) => {
      const doing = `activate the DKIM key ${selector} of ${value}`;
      const context = await appContextOf(command);
      const path = { ...(await pathOf(context, value, doing)), selector };
      const keys = await context.admin.post(doing, `${KEYS}/{selector}/activate`, path);
      context.output.result(keys, () => dkimText(keys));
    });

  dkim
    .command('remove <sender> <selector>')
    .description('Remove a key. Without an active one, e-mail of the domain is sent without a signature.')
    .option(
      '--early',
      'Also remove a retiring key whose record has to stay in DNS, for example after a leak.',
    )
    .addOption(appOption())
    .action(async (value: string, selector: string, { early }: { early?: true }, command: Command) => {
      const doing = `remove the DKIM key ${selector} of ${value}`;
      const context = await appContextOf(command);
      const path = {
        ...(await pathOf(context, value, doing)),
        selector,
        ...(early && { early: 'true' as const }),
      };
      await context.admin.delete(doing, `${KEYS}/{selector}`, path);
      const text = `The DKIM key ${selector} of ${value} is removed. You can remove its record from DNS.`;
      context.output.result({ selector, removed: true }, () => text);
    });
}

async function pathOf(context: AppContext, value: string, doing: string) {
  const { id } = await senderNamed(context, value, doing);
  return { ...context.path, id };
}

function dkimText({ domain, keys }: Dkim): string {
  if (keys.length === 0) return `No DKIM key yet: heliograph senders dkim add ${domain}`;
  const rows = keys.map(({ selector, state, active_since, keep_record_until }) => ({
    ...{ selector, state, active_since, keep_record_until },
  }));
  return [table(rows, ''), ...keys.map(recordText)].join('\n\n');
}

/** The value as one text, and as DNS servers with limited strings take it. */
const recordText = ({ selector, record }: Dkim['keys'][number]): string =>
  [
    `${selector}: ${record.type} ${record.name}`,
    `  set      ${record.value}`,
    `  strings  ${record.strings.map((one) => `"${one}"`).join(' ')}`,
  ].join('\n');
