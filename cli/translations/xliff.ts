import { directionOf } from '../../core/events/translations/direction';
import { CliError } from '../errors';
import type { Exchange, ExchangeUnit } from './exchange';
import { childrenOf, readXml, type XmlElement, xmlText } from './xml';

/** Stands for what is no character. */
const REPLACEMENT = 0xfffd;
/** What XML cannot have, also as an entity. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Returns a document of XLIFF 2.0: https://docs.oasis-open.org/xliff/xliff-core/v2.0/xliff-core-v2.0.html */
export function toXliff({ source, language = '', units }: Exchange): string {
  const lines = units.map(({ key, source: text, target, description }) =>
    [
      `    <unit id="${xmlText(key)}">`,
      ...(description === undefined
        ? []
        : [
            `      <notes><note category="description">${xmlText(description.replace(NO_XML, ''))}</note></notes>`,
          ]),
      `      <segment state="${target === undefined ? 'initial' : 'translated'}">`,
      `        <source>${inline(text)}</source>`,
      ...(target === undefined ? [] : [`        <target>${inline(target)}</target>`]),
      '      </segment>',
      '    </unit>',
    ].join('\n'),
  );
  const directions = `srcDir="${directionOf(source)}" trgDir="${directionOf(language)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="${xmlText(source)}" trgLang="${xmlText(language)}">
  <file id="translations" ${directions} xml:space="preserve">
${lines.join('\n')}
  </file>
</xliff>
`;
}

const inline = (text: string): string =>
  text
    .split(/((?![\t\n\r])[\u0000-\u001f\ufffe\uffff])/)
    .map((part, index) =>
      index % 2 === 0
        ? xmlText(part)
        : `<cp hex="${part.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}"/>`,
    )
    .join('')
    .replace(NO_XML, String.fromCodePoint(REPLACEMENT));

/** Reads a document of XLIFF 2. A tool may have split a text into segments, and marked words in it. */
export function fromXliff(content: string): Exchange {
  const root = readXml(content);
  const { version = '', srcLang, trgLang } = root.attributes;
  if (root.name !== 'xliff' || !version.startsWith('2.') || srcLang === undefined)
    throw new CliError(
      root.name === 'xliff' ? `the file is XLIFF ${version || 'without a version'}` : 'the file is not XLIFF',
      { next: 'Export it as XLIFF 2.0 or 2.1 from the tool of the translator' },
    );
  const units = unitsIn(root);
  return { source: srcLang, ...(trgLang !== undefined && { language: trgLang }), units };
}

const unitsIn = (element: XmlElement): ExchangeUnit[] =>
  childrenOf(element).flatMap((one) =>
    one.name === 'unit' ? [unitOf(one)] : one.name === 'file' || one.name === 'group' ? unitsIn(one) : [],
  );

function unitOf(unit: XmlElement): ExchangeUnit {
  const segments = childrenOf(unit, 'segment', 'ignorable');
  const of = (segment: XmlElement, name: string): string | undefined => {
    const [found] = childrenOf(segment, name);
    return found && textOf(found);
  };
  // Not every tool keeps the state of a segment.
  const isTranslated = segments.every((one) => one.name === 'ignorable' || of(one, 'target') !== undefined);
  const target = segments.map((one) => of(one, 'target') ?? of(one, 'source') ?? '').join('');
  const notes = childrenOf(unit, 'notes').flatMap((one) => childrenOf(one, 'note'));
  const description = notes.find(({ attributes }) => attributes['category'] === 'description');
  return {
    key: unit.attributes['id'] ?? '',
    source: segments.map((one) => of(one, 'source') ?? '').join(''),
    ...(isTranslated && target !== '' && { target }),
    ...(description && { description: textOf(description) }),
  };
}

function textOf({ name, attributes, content }: XmlElement): string {
  if (name !== 'cp') return content.map((one) => (typeof one === 'string' ? one : textOf(one))).join('');
  const code = parseInt(attributes['hex'] ?? '', 16);
  return String.fromCodePoint(code <= 0x10ffff ? code : REPLACEMENT);
}
