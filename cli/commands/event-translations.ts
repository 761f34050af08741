import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { normalizeLanguage } from '../../core/events/templates/language';
import { outputOf } from '../context';
import { CliError } from '../errors';
import { type Host, hostOf, pathOf } from '../host';
import { table } from '../output';
import { Catalog } from '../translations/catalog';
import { fromCsv, toCsv } from '../translations/csv';
import { type Exchange, EXCHANGE_FORMATS, type ExchangeFormat } from '../translations/exchange';
import { entriesOf, missingTexts, problemOfTarget, readTranslations } from '../translations/folder';
import { fromXliff, toXliff } from '../translations/xliff';

interface ExportOptions {
  language: string;
  format: ExchangeFormat;
  source?: string;
  output?: string;
}

const sourceOption = (): Option =>
  new Option(
    '--source <language>',
    'Language that the others are translated from (default: that of the events).',
  );

export function addEventTranslations(events: Command): void {
  const translations = events
    .command('translations')
    .description('Work with the translations of a folder of events. Needs no service.');

  translations
    .command('missing <folder>')
    .description('List the texts that a language does not have. Exits with 1 if there are any.')
    .addOption(sourceOption())
    .action(async (given: string, { source }: { source?: string }, command: Command) => {
      const folder = await readTranslations(hostOf(command), given, source);
      const missing = missingTexts(folder).filter((one) => one.missing.length > 0);
      const languages = [...new Set(missing.flatMap((one) => one.missing))].sort();
      const rows = missing.map((one) => ({
        key: one.key,
        ...Object.fromEntries(languages.map((tag) => [tag, one.missing.includes(tag) ? 'missing' : null])),
      }));
      const names = [...folder.contents.keys()].sort().join(', ');
      outputOf(command).result(missing, () => table(rows, `No text is missing in ${names}.`));
      const count = missing.reduce((sum, one) => sum + one.missing.length, 0);
      if (count > 0) throw new CliError(`${count === 1 ? '1 text is' : `${count} texts are`} missing`);
    });

  translations
    .command('export <folder>')
    .description('Write the texts of one language, with their sources, for a translator.')
    .requiredOption('--language <language>', 'Language to translate into.')
    .addOption(
      new Option('--format <format>', 'Format of the file.').choices(EXCHANGE_FORMATS).default('xliff'),
    )
    .addOption(sourceOption())
    .option('-o, --output <file>', 'File to write. Without it, the output.')
    .action(async (given: string, options: ExportOptions, command: Command) => {
      const host = hostOf(command);
      const folder = await readTranslations(host, given, options.source);
      const language = languageOf(options.language);
      if (language === folder.source)
        throw new CliError(`${language} is the language that the others are translated from`, {
          usage: true,
        });
      const targets = entriesOf(folder, language);
      const units = [...entriesOf(folder, folder.source).values()].flatMap(({ key, text, description }) => {
        const target = targets.get(key)?.text ?? undefined;
        return text === null ? [] : [{ key, source: text, target, description }];
      });
      const exchange = { source: folder.source, language, units };
      const content = options.format === 'csv' ? toCsv(exchange) : toXliff(exchange);
      const left = units.filter(({ target }) => target === undefined).length;
      if (options.output === undefined) host.stdout.write(content);
      else {
        const { output } = options;
        await writeFile(pathOf(host, output), content);
        const result = { file: output, texts: units.length, missing: left };
        outputOf(command).result(
          result,
          () => `${output} has ${units.length} texts, of which ${left} are to translate.`,
        );
      }
    });

  translations
    .command('import <file> <folder>')
    .description('Write the texts of a file that came back into the translations of a folder.')
    .option('--language <language>', 'Language of the texts (default: that of the file).')
    .addOption(sourceOption())
    .action(
      async (
        file: string,
        given: string,
        { language: chosen, source }: { language?: string; source?: string },
        command: Command,
      ) => {
        const host = hostOf(command);
        const exchange = await readExchange(host, file);
        const folder = await readTranslations(host, given, source);
        const language = languageOf(chosen ?? exchange.language ?? '');
        if (language === folder.source)
          throw new CliError(`${language} is the language that the others are translated from`, {
            usage: true,
          });
        const catalog = Catalog.read(folder.contents.get(language) ?? '');
        const { changed, warnings } = apply(exchange, catalog, {
          file,
          sources: entriesOf(folder, folder.source),
        });
        for (const line of warnings) host.stderr.write(`${line}\n`);
        const target = path.join(folder.directory, `${language}.yaml`);
        if (changed.length > 0) {
          await mkdir(pathOf(host, folder.directory), { recursive: true });
          await writeFile(pathOf(host, target), catalog.toString());
        }
        outputOf(command).result({ file: target, changed }, () =>
          changed.length === 0
            ? `${target} has these texts already.`
            : `${target}: ${changed.length === 1 ? '1 text' : `${changed.length} texts`} changed. Push it: heliograph events push ${target} --env sandbox`,
        );
      },
    );
}

/** Puts the texts of a file into the translations. Throws if one is not valid, and changes nothing. */
function apply(
  { units }: Exchange,
  catalog: Catalog,
  { file, sources }: { file: string; sources: ReturnType<typeof entriesOf> },
): { changed: string[]; warnings: string[] } {
  const details: string[] = [];
  const warnings: string[] = [];
  const before = new Map(catalog.entries().map(({ key, text }) => [key, text]));
  const changed: { key: string; target: string; path: readonly string[] }[] = [];
  for (const { key, source, target } of units) {
    const original = sources.get(key);
    if (original?.text === undefined || original.text === null) {
      warnings.push(`${file}: warning: there is no text "${key}" any more. It is left out`);
      continue;
    }
    if (target === undefined) continue;
    if (source !== original.text)
      warnings.push(
        `${file}: warning: "${key}" was translated from an earlier text: ${JSON.stringify(source)}`,
      );
    const problem = problemOfTarget(target, original.text);
    if (problem !== undefined) details.push(`${file}: "${key}": ${problem}`);
    if (before.get(key) !== target) changed.push({ key, target, path: original.path });
  }
  if (details.length > 0)
    throw new CliError(`the texts of ${file} have problems`, { details, next: 'Nothing was written.' });
  for (const { key, target, path: place } of changed) catalog.set(key, target, place);
  return { changed: changed.map(({ key }) => key), warnings };
}

async function readExchange(host: Host, file: string): Promise<Exchange> {
  const content = await readFile(pathOf(host, file), 'utf8').catch((cause: unknown) => {
    throw new CliError(`cannot read ${file}: ${(cause as Error).message}`, { cause });
  });
  return /^\ufeff?\s*</.test(content) ? fromXliff(content) : fromCsv(content);
}

function languageOf(given: string): string {
  const language = normalizeLanguage(given);
  if (language !== undefined) return language;
  throw new CliError(
    given === ''
      ? 'the file does not say its language'
      : `"${given}" is not a language code such as "en" or "pt-BR"`,
    { next: 'Give the language: --language de', usage: true },
  );
}
