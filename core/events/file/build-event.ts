import type { Channel } from '../../shared/channels';
import { checkPayload } from '../payload/check-payload';
import { variablesOf } from '../payload/names';
import { categoryUsed } from '../../preferences/category-name';
import type { EventDefinition, Template, TemplateSet } from '../definition';
import type { PartSet } from '../parts/part-set';
import { normalizeLanguage } from '../templates/language';
import type { MjmlToHtml } from '../templates/mjml';
import { setAside } from '../templates/tags';
import { EVENT_NAME, EVENT_NAME_RULE, type EventFile, type FileTemplates } from './shape';
import {
  type BuiltSteps,
  buildSteps,
  channelsOf,
  checkSends,
  fillFallbacks,
  warnOfUnused,
} from './build-steps';
import { withoutLink } from './without-link';
import { inlineImageWarnings } from './inline-images';
import { longSms } from './long-sms';
import { expandTemplates } from './expand-templates';
import { mustBeOneOf, quotedPath } from './issues';
import { isLost } from './salvage';
import { checkText, missingLanguages, type PlacedTemplates, templateProblems } from './template-problems';
import type { Found, Path } from './problem';
import type { Report, StepPlace } from './steps/kind';
import type { YamlSource } from './yaml-source';

/** Where the event of a file comes from. */
interface Source {
  fileName: string;
  yaml: YamlSource;
  /** Places whose shape was wrong: no value that may stand there is reported as missing. */
  lost: readonly Path[];
  mjmlToHtml: MjmlToHtml;
  /** Names of the sequences in code. */
  sequences: readonly string[];
  /** The layouts and partials that it may use. */
  parts: PartSet;
}

interface Built {
  event: EventDefinition;
  problems: Found[];
  warnings: Found[];
  /** Its e-mails in which nothing unsubscribes: problems if it is sent in bulk. */
  unlinked: Found[];
  /** The layouts and partials and the category that it uses, and the blocks that it fills (ReadEvent). */
  uses: string[];
  fills: string[];
}

/**
 * Builds the event of a file with the right shape, and reports parts that do not fit together. Warnings keep no event from
 * being applied.
 */
export function buildEvent(
  file: EventFile,
  { fileName, yaml, lost, mjmlToHtml: convert, parts, sequences }: Source,
): Built {
  const problems: Found[] = [];
  const warnings: Found[] = [];
  const warn: StepPlace['warn'] = (path, message) => void warnings.push({ line: yaml.lineOf(path), message });
  const found: Report = (path, message, missing = []) => {
    if (!missing.some((place) => isLost(place, lost))) problems.push({ line: yaml.lineOf(path), message });
  };
  const sets: PlacedTemplates[] = [];
  const uses = new Set<string>(file.category === undefined ? [] : [categoryUsed(file.category)]);
  const fills = new Set<string>();
  /** The templates with their layouts, partials and translations. */
  const whole = new Map<FileTemplates, FileTemplates>();
  const withParts = new Set<string>();
  const reported = new Set<string>();
  /** The HTML of each text, which is checked first, then stored. */
  const html = new Map<string, ReturnType<MjmlToHtml>>();
  const mjmlToHtml: MjmlToHtml = (source) => {
    const known = html.get(source);
    if (known) return known;
    // Values of partials have quotes of their own, also in attributes.
    const { text, restore } = withParts.has(source)
      ? setAside(source)
      : { text: source, restore: (made: string) => made };
    const made = convert(text);
    const result = made.ok ? { ok: made.ok, html: restore(made.html) } : made;
    html.set(source, result);
    return result;
  };
  const { language } = file;
  // A sequence in code may digest or not. Without a digest, `digest` is a key of the payload, which only a declaration knows.
  const hasDigest = file.payload ? mayDigest(file.sequence) : hasDigestStep(file.sequence);
  const variables = variablesOf(file.payload, { hasDigest, hasKey: mayHaveKey(file.sequence) });
  const checkTemplates = (given: FileTemplates, path: Path) => {
    const setting = { parts, language, layout: file.layout, reported };
    const { templates, variants, layouts } = expandTemplates(given, path, setting);
    whole.set(given, templates);
    for (const layout of layouts) uses.add(layout);
    for (const one of [...variants.values()].flatMap(({ expanded }) => [...expanded.values()])) {
      withParts.add(one.expanded.text);
      for (const name of one.uses) uses.add(name);
      for (const block of one.fills) fills.add(block);
    }
    sets.push({ templates, path });
    const checks = { yaml, lost, variables, mjmlToHtml, language, variants };
    const marked = [
      ...templateProblems(templates, path, checks),
      ...inlineImageWarnings(templates, path, checks),
    ];
    for (const { isWarning, ...problem } of marked) (isWarning ? warnings : problems).push(problem);
  };

  const name = file.name ?? nameOf(fileName);
  if (!EVENT_NAME.test(name))
    found([], `the event's name (that of the file) ${EVENT_NAME_RULE}: set "name"`, [['name']]);
  checkTemplates(file.templates, ['templates']);
  for (const { name: example, payload } of file.payload ? (file.examples ?? []) : []) {
    const wrong = checkPayload(file.payload!, payload);
    const path = ['examples', example, ...(wrong?.path ?? [])];
    if (wrong) found(path, `${quotedPath(path)} ${wrong.rule} (as "payload" requires)`);
  }

  if (file.bulk && file.unsubscribe_url === undefined && file.category === undefined) {
    const missing: Path[] = [['unsubscribe_url'], ['category']];
    found(
      ['bulk'],
      `"bulk" needs "category", from which recipients unsubscribe, or "unsubscribe_url"`,
      missing,
    );
  } else if (!file.bulk && file.unsubscribe_url !== undefined) {
    found(['unsubscribe_url'], '"unsubscribe_url" belongs to events with "bulk: true"', [['bulk']]);
  }
  for (const broken of file.unsubscribe_url === undefined ? [] : checkText(file.unsubscribe_url, variables))
    (broken.isWarning ? warn : found)(['unsubscribe_url'], `"unsubscribe_url": ${broken.message}`);

  const code = Array.isArray(file.sequence) ? undefined : file.sequence?.code;
  if (code !== undefined && !sequences.includes(code))
    found(['sequence', 'code'], `"sequence.code" ${mustBeOneOf(sequences, code)} ${NEW_CODE}`);
  if (code === undefined && file.step_templates)
    found(['step_templates'], '"step_templates" belongs to events with "sequence: { code: … }"', [
      ['sequence'],
    ]);
  const { steps, stepTemplates, sends } = stepsOf(file, { found, warn }, checkTemplates);
  // Without `channels` the file's order counts. The checked value has the order of the schema.
  const paths: Path[] = [
    ['templates'],
    ...sends.map(({ path }) => [...path, 'send', 'templates']),
    ...Object.keys(file.step_templates ?? {}).map((send) => ['step_templates', send]),
  ];
  const templated = [...new Set(paths.flatMap((path) => yaml.keysAt(path) as Channel[]))];
  const channels = file.channels ?? templated;
  const missing: Path[] = [['templates'], ['sequence'], ['step_templates']];
  channels.forEach((channel, index) => {
    if (channels.indexOf(channel) !== index) found(['channels', index], `"channels" names ${channel} twice`);
    else if (!templated.includes(channel))
      found(['channels', index], `there is no template for ${channel}`, missing);
  });
  if (file.discord && !templated.includes('discord'))
    found(['discord'], 'there is no template for discord', missing);
  if (file.sms && !templated.includes('sms')) found(['sms'], 'there is no template for sms', missing);
  file.quiet_hours?.channels?.forEach((channel, index) => {
    if (!templated.includes(channel))
      found(
        ['quiet_hours', 'channels', index],
        `"quiet_hours.channels[${index}]": there is no template for ${channel}`,
        missing,
      );
  });
  file.limits?.forEach(({ channel, over }, index) => {
    if (over === 'digest' && !mayDigest(file.sequence))
      found(
        ['limits', index, 'over'],
        `"limits[${index}].over": digest needs a DIGEST step in "sequence", whose template lists what is over. Add one before the SEND, or use skip`,
        [['sequence']],
      );
    if (!templated.includes(channel))
      found(
        ['limits', index, 'channel'],
        `"limits[${index}].channel": there is no template for ${channel}`,
        missing,
      );
  });
  if (templated.length === 0)
    found(['templates'], 'the event has no template: "templates" is missing or empty', missing);
  else if (code === undefined) checkSends(file, sends, channels, found);
  if (Array.isArray(file.sequence)) warnOfUnused(file.templates, { sends, channels, warn });
  const withFallbacks = fillFallbacks(steps, channels);

  if (file.layout !== undefined && !templated.includes('email'))
    found(['layout'], '"layout" is for e-mails, and there is no template for email', missing);
  const compile = (given: FileTemplates): TemplateSet => canonical(whole.get(given) ?? given, mjmlToHtml);

  const unlinked = file.unsubscribe_url === undefined ? withoutLink(sets, whole, yaml) : [];
  if (file.bulk && !isLost(['unsubscribe_url'], lost)) problems.push(...unlinked);

  const event: EventDefinition = {
    name,
    channels,
    language,
    ...(file.from !== undefined && { from: file.from }),
    ...(file.unsubscribe_url !== undefined && { unsubscribeUrl: file.unsubscribe_url }),
    ...(file.bulk && file.unsubscribe_url === undefined && { bulk: true }),
    ...(file.category !== undefined && { category: file.category }),
    delivery: file.delivery,
    priority: file.priority ?? (file.bulk ? 'low' : 'normal'),
    ...(file.sensitive && { sensitive: true }),
    retryForMs: file.retry_for,
    ...(file.quiet_hours && { quietHours: file.quiet_hours }),
    ...(file.limits?.length && { limits: file.limits }),
    ...(file.discord && { discord: file.discord }),
    ...(file.sms && { maxSegments: file.sms.max_segments }),
    ...(file.payload && { payload: file.payload }),
    ...(file.examples && { examples: file.examples }),
    templates: compile(file.templates),
    stepTemplates: Object.fromEntries(
      Object.entries(stepTemplates).map(([step, templates]) => [step, compile(templates)]),
    ),
    steps: withFallbacks,
    ...(code !== undefined && { code }),
  };
  return {
    event,
    problems,
    unlinked,
    uses: [...uses].sort(),
    fills: [...fills].sort(),
    warnings: [
      ...missingLanguages(sets, language, yaml),
      ...longSms(sets, { examples: file.examples, limit: file.sms?.max_segments, yaml }),
      ...warnings,
    ],
  };
}

/** The API knows sequences by its release and by its HELIOGRAPH_EXTENSIONS. */
const NEW_CODE =
  '(a new one is known after API and workers have the release, or the HELIOGRAPH_EXTENSIONS, with it)';

/** Whether templates may have `digest`: code can digest whenever it runs. */
const mayDigest = (sequence: EventFile['sequence']): boolean =>
  Array.isArray(sequence) ? hasDigestStep(sequence) : sequence !== undefined;

/** Whether templates may have `digest.key`. */
const mayHaveKey = (sequence: EventFile['sequence']): boolean =>
  Array.isArray(sequence) ? hasDigestStep(sequence, hasKey) : sequence !== undefined;

const hasKey = (digest: unknown): boolean => typeof digest === 'object' && digest !== null && 'key' in digest;

const hasDigestStep = (
  sequence: EventFile['sequence'],
  is: (digest: unknown) => boolean = (digest) => digest !== undefined,
): boolean =>
  Array.isArray(sequence) &&
  sequence.some(
    (step) => is(step.digest) || hasDigestStep(step.then ?? [], is) || hasDigestStep(step.else ?? [], is),
  );

/** Returns the steps of the file's sequence. A sequence in code has none here, and its templates are in `step_templates`. */
function stepsOf(
  { sequence, step_templates: stepTemplates = {}, payload }: EventFile,
  reports: Pick<StepPlace, 'found' | 'warn'>,
  checkTemplates: (templates: FileTemplates, path: Path) => void,
): BuiltSteps {
  if (sequence === undefined || Array.isArray(sequence)) {
    const built = buildSteps(sequence, { ...reports, payload });
    for (const { send, path } of built.sends)
      if (send?.templates) checkTemplates(send.templates, [...path, 'send', 'templates']);
    return built;
  }
  for (const [send, templates] of Object.entries(stepTemplates))
    checkTemplates(templates, ['step_templates', send]);
  return { steps: [], stepTemplates, sends: [] };
}

/** Returns the templates with normalized languages (`pt_br` → `pt-BR`). */
function canonical(templates: FileTemplates, mjmlToHtml: MjmlToHtml): TemplateSet {
  const set: TemplateSet = {};
  for (const channel of channelsOf(templates)) {
    set[channel] = Object.fromEntries(
      Object.entries(templates[channel] ?? {}).map(([tag, template]) => [
        normalizeLanguage(tag) ?? tag,
        compiled(template as FileTemplate, mjmlToHtml),
      ]),
    );
  }
  return set;
}

type FileTemplate = Template & { mjml?: string };

/** Returns the template as stored, with MJML as HTML. A template that does not compile is already reported. */
function compiled({ mjml, ...template }: FileTemplate, mjmlToHtml: MjmlToHtml): Template {
  if (mjml === undefined) return template;
  const result = mjmlToHtml(mjml);
  return { ...template, html: result.ok ? result.html : '' };
}

function nameOf(fileName: string): string {
  return (fileName.split(/[/\\]/).pop() ?? '').replace(/\.ya?ml$/i, '');
}
