import { mentionsLink, sampleLinks } from '../../preferences/links';
import { smsSegments } from '../../sending/sms-segments';
import type { PayloadExample } from '../payload/schema';
import { renderTemplate } from '../templates/render-template';
import { isSmallJob } from '../templates/small-job';
import { buildVariables } from '../templates/variables';
import { quotedPath } from './issues';
import type { Found } from './problem';
import type { PlacedTemplates } from './template-problems';
import type { YamlSource } from './yaml-source';

/** Number of SMS above which a text is reported, unless the event has its own limit. */
const MANY = 6;
/** Maximum number of characters that a text may become, so that its length is certain to be known within milliseconds. */
const MOST_OUTPUT = 100_000;
/** Maximum number of expressions in the texts of a file, because compiling one takes time. */
const MOST_EXPRESSIONS = 1_000;

/** Returns a warning for each SMS of more than `limit` segments with the first example, or without any values. */
export function longSms(
  sets: readonly PlacedTemplates[],
  {
    examples,
    limit,
    yaml,
  }: { examples: readonly PayloadExample[] | undefined; limit: number | undefined; yaml: YamlSource },
): Found[] {
  const texts = sets.flatMap(({ templates, path }) =>
    Object.entries(templates.sms ?? {}).map(([language, { text }]) => ({
      ...{ language, text },
      path: [...path, 'sms', language, 'text'],
    })),
  );
  let left = MOST_EXPRESSIONS;
  return texts.flatMap(({ language, text, path }) => {
    left -= text.split('{{').length - 1;
    const made = left < 0 ? undefined : make(text, language, examples?.[0]);
    const { count, encoding } = smsSegments(made?.text ?? '');
    if (count <= (limit ?? MANY)) return [];
    const other = [...made!.text].find((one) => smsSegments(one).encoding !== 'GSM-7');
    const size = other === undefined ? '153 characters' : `67 characters, because "${other}" is not in GSM-7`;
    const fails = limit === undefined ? '' : `, and fails: "sms.max_segments" is ${limit}`;
    const message = `${quotedPath(path)} takes ${count} SMS${made!.how} (${encoding}: each has at most ${size})${fails}`;
    return [{ line: yaml.lineOf(path), message }];
  });
}

/** Returns the text as it is sent, and with which values; undefined: it cannot be rendered so. */
function make(text: string, language: string, example: PayloadExample | undefined) {
  const links = mentionsLink(text) ? sampleLinks() : undefined;
  const variablesOf = (payload: Record<string, unknown>) =>
    buildVariables({ payload, contact: {}, app: { name: '' }, event: '', notificationId: '', links });
  let variables = variablesOf(example?.payload ?? {});
  const isKnown = example !== undefined && isSmallJob({ template: text }, variables, MOST_OUTPUT);
  if (!isKnown) variables = variablesOf({});
  const how = isKnown
    ? ` with the example "${example.name}"`
    : text.includes('{{')
      ? ' without any values'
      : '';
  try {
    return { text: renderTemplate('sms', { text }, variables, { language }).text ?? '', how };
  } catch {
    return undefined; // Which values a message will have is not known here.
  }
}
