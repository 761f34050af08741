import { CliError } from '../errors';

/** An element without its namespace's prefix. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  content: (XmlElement | string)[];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const TOKEN =
  /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[(?<cdata>[^]*?)\]\]>|<\/(?<end>[^\s>]+)\s*>|<(?<start>[^\s/>!?]+)(?<attributes>(?:\s+[^\s=>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)/y;

/** Reads a document of XML. One with a DOCTYPE is refused, because it may define entities without end. */
export function readXml(document: string): XmlElement {
  const source = document.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const root: XmlElement = { name: '', attributes: {}, content: [] };
  const open: XmlElement[] = [root];
  const broken = (at: number, what: string): CliError =>
    new CliError(`the file is no valid XML: line ${source.slice(0, at).split('\n').length}: ${what}`);
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(source);
    if (!token) throw broken(at, `unexpected "${source.slice(at, at + 20).split('\n')[0]}"`);
    const { cdata, end, start, attributes = '', empty, text } = token.groups ?? {};
    const last = open.at(-1)!;
    if (text !== undefined) last.content.push(decoded(text));
    else if (cdata !== undefined) last.content.push(cdata);
    else if (end !== undefined) {
      if (open.length < 2 || last.name !== localName(end)) throw broken(at, `unexpected </${end}>`);
      open.pop();
    } else if (start !== undefined) {
      const element = { name: localName(start), attributes: attributesOf(attributes), content: [] };
      last.content.push(element);
      if (empty !== '/') open.push(element);
      if (open.length > 100) throw broken(at, 'its elements are too deep');
    }
  }
  if (open.length > 1) throw broken(source.length, `<${open.at(-1)!.name}> is never closed`);
  const [document_] = childrenOf(root);
  if (!document_) throw broken(0, 'it has no element');
  return document_;
}

export const childrenOf = ({ content }: XmlElement, ...names: string[]): XmlElement[] =>
  content.filter(
    (one): one is XmlElement => typeof one !== 'string' && (names.length === 0 || names.includes(one.name)),
  );

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', double, single]) => [
      name,
      decoded(double ?? single ?? ''),
    ]),
  );

const decoded = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (all, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? all;
      const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );

const ESCAPED: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' },
};

/** Returns a text as XML. A carriage return that is not escaped would be read as a line break. */
export const xmlText = (text: string): string => text.replace(/[&<>"\r]/g, (sign) => ESCAPED[sign] ?? sign);
