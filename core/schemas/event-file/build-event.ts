import type { Channel } from '../../channels';
import type { EventDefinition, Step, Template, TemplateSet } from '../../event-definition';
import { checkTemplate } from '../../templates/check-template';
import { normalizeLanguage } from '../../templates/language';
import { mjmlToHtml } from '../../templates/mjml';
import { pathWords } from './issues';
import { EVENT_NAME, EVENT_NAME_RULE, type EventFile, type FileTemplates } from './shape';
import { templateProblems } from './template-problems';
import type { Path, Problem, YamlSource } from './yaml-source';

/** Makes the event of a file whose shape is right, and finds what does not fit together in it. */
export function buildEvent(
  file: EventFile,
  fileName: string,
  yaml: YamlSource,
): { event: EventDefinition; problems: Omit<Problem, 'file'>[] } {
  const problems: Omit<Problem, 'file'>[] = [];
  const found = (path: Path, message: string) => problems.push({ line: yaml.lineOf(path), message });
  const checkTemplates = (templates: FileTemplates, path: Path) =>
    problems.push(...templateProblems(templates, path, file.language, yaml));

  const name = file.name ?? nameOf(fileName);
  if (!EVENT_NAME.test(name)) found([], `the event's name (from the file's) ${EVENT_NAME_RULE}: set "name"`);
  checkTemplates(file.templates, ['templates']);

  if (file.bulk && file.unsubscribe_url === undefined) {
    found(['bulk'], '"bulk" needs "unsubscribe_url", the address that unsubscribes with one POST');
  } else if (!file.bulk && file.unsubscribe_url !== undefined) {
    found(['unsubscribe_url'], '"unsubscribe_url" belongs to events with "bulk: true"');
  }
  const broken = file.unsubscribe_url === undefined ? undefined : checkTemplate(file.unsubscribe_url);
  if (broken) found(['unsubscribe_url'], `"unsubscribe_url": ${broken.message}`);

  const { steps, stepTemplates } = buildSteps(file, found, checkTemplates);
  // The file's order counts where `channels` is not given; that of the checked value is the schema's.
  const paths: Path[] = [
    ['templates'],
    ...steps.map((_step, index) => ['sequence', index, 'send', 'templates']),
    ...Object.keys(file.stepTemplates ?? {}).map((send) => ['step_templates', send]),
  ];
  const templated = [...new Set(paths.flatMap((path) => yaml.keysAt(path) as Channel[]))];
  const channels = file.channels ?? templated;
  channels.forEach((channel, index) => {
    if (channels.indexOf(channel) !== index) found(['channels', index], `"channels" names ${channel} twice`);
    else if (!templated.includes(channel)) found(['channels', index], `there is no template for ${channel}`);
  });
  if (file.discord && !templated.includes('discord')) found(['discord'], 'there is no template for discord');
  if (templated.length === 0)
    found(['templates'], 'the event has no template: "templates" is missing or empty');
  else checkSends(file, steps, stepTemplates, channels, found);

  const event: EventDefinition = {
    name,
    channels,
    language: file.language,
    ...(file.from !== undefined && { from: file.from }),
    ...(file.unsubscribe_url !== undefined && { unsubscribeUrl: file.unsubscribe_url }),
    delivery: file.delivery,
    priority: file.priority ?? (file.bulk ? 'low' : 'normal'),
    retryForMs: file.retry_for,
    ...(file.discord && { discord: file.discord }),
    templates: canonical(file.templates),
    stepTemplates: Object.fromEntries(
      Object.entries(stepTemplates).map(([step, templates]) => [step, canonical(templates)]),
    ),
    steps,
    ...(file.code !== undefined && { code: file.code }),
  };
  return { event, problems };
}

type Report = (path: Path, message: string) => void;

function buildSteps(
  file: EventFile,
  found: Report,
  checkTemplates: (templates: FileTemplates, path: Path) => void,
): { steps: Step[]; stepTemplates: Record<string, FileTemplates> } {
  if (file.code !== undefined) return { steps: [], stepTemplates: codeTemplates(file, checkTemplates) };
  if (!file.sequence) return { steps: [{ type: 'send', name: 'send' }], stepTemplates: {} };
  const steps: Step[] = [];
  const stepTemplates: Record<string, FileTemplates> = {};
  const count = { send: 0, wait: 0 };
  const add = (step: Step, path: Path) => {
    if (steps.some((other) => other.name === step.name)) found(path, `two steps are named "${step.name}"`);
    steps.push(step);
  };
  file.sequence.forEach(({ send, wait }, index) => {
    const path = ['sequence', index];
    if ((send === undefined) === (wait === undefined)) {
      return found(path, `${pathWords(path)} must be either a "send" or a "wait"`);
    }
    if (wait !== undefined) {
      return add({ type: 'wait', name: `wait-${(count.wait += 1)}`, durationMs: wait }, path);
    }
    const name = send?.name ?? `send-${count.send + 1}`;
    count.send += 1;
    add({ type: 'send', name, ...(send?.channel !== undefined && { channel: send.channel }) }, path);
    if (!send?.templates) return;
    stepTemplates[name] = send.templates;
    checkTemplates(send.templates, [...path, 'send', 'templates']);
  });
  if (count.send === 0) found(['sequence'], '"sequence" has no "send"');
  return { steps, stepTemplates };
}

/** The templates of the SENDs of a sequence in code, which alone knows their names. */
function codeTemplates(
  { stepTemplates = {} }: EventFile,
  checkTemplates: (templates: FileTemplates, path: Path) => void,
): Record<string, FileTemplates> {
  for (const [send, templates] of Object.entries(stepTemplates)) {
    checkTemplates(templates, ['step_templates', send]);
  }
  return stepTemplates;
}

/** Every SEND must have something to say on its channel, or on one that routing can choose. */
function checkSends(
  file: EventFile,
  steps: Step[],
  stepTemplates: Record<string, FileTemplates>,
  channels: Channel[],
  found: Report,
): void {
  steps.forEach((step, index) => {
    if (step.type !== 'send') return;
    const templated = [...channelsOf(file.templates), ...channelsOf(stepTemplates[step.name] ?? {})];
    const path = file.sequence ? ['sequence', index] : ['templates'];
    if (step.channel !== undefined && !templated.includes(step.channel)) {
      found(path, `step "${step.name}" has no template for ${step.channel}`);
    } else if (step.channel === undefined && !channels.some((channel) => templated.includes(channel))) {
      found(path, `step "${step.name}" has no template for any of the event's channels`);
    }
  });
}

const channelsOf = (templates: FileTemplates): Channel[] => Object.keys(templates) as Channel[];

/** The same templates with their languages spelled one way (`pt_br` → `pt-BR`). */
function canonical(templates: FileTemplates): TemplateSet {
  const set: TemplateSet = {};
  for (const channel of channelsOf(templates)) {
    set[channel] = Object.fromEntries(
      Object.entries(templates[channel] ?? {}).map(([tag, template]) => [
        normalizeLanguage(tag) ?? tag,
        compiled(template as FileTemplate),
      ]),
    );
  }
  return set;
}

type FileTemplate = Template & { mjml?: string };

/** The template as it is stored: MJML is HTML by then. One that does not compile was told of already. */
function compiled({ mjml, ...template }: FileTemplate): Template {
  if (mjml === undefined) return template;
  const result = mjmlToHtml(mjml);
  return { ...template, html: result.ok ? result.html : '' };
}

function nameOf(fileName: string): string {
  return (fileName.split(/[/\\]/).pop() ?? '').replace(/\.ya?ml$/i, '');
}
