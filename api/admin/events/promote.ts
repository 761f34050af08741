import { z } from 'zod';
import { isPageTexts, PAGE_USED, usedName } from '../../../core/events/parts/part';
import { promoteEventBody } from '../../../core/schemas/admin';
import { categoryFile } from '../../../core/preferences/category-name';
import { categoryText } from '../../../core/preferences/category-text';
import { mentionsLink } from '../../../core/preferences/links';
import type { Environment } from '../../../core/shared/channels';
import type { Application } from '../../../store/accounts/applications';
import type { FoundEvent } from '../../../store/events/events';
import type { FoundPart } from '../../../store/events/parts';
import type { Store } from '../../../store/store';
import { ApiError, invalid } from '../../http/api-error';
import { fileProblem } from '../../http/error-body';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { EVENTS, eventIn, missingEvent, scopeIn } from './event-in';
import { authorOf, pushEvents } from './push';
import { changeSchema } from './view';

const promotedPart = z
  .object({
    name: z.string().describe('Its folder and file, such as `layouts/base.mjml` or `categories/news.yaml`.'),
    state: z
      .enum(['missing', 'different', 'same'])
      .describe('How production has it, compared with sandbox, before the promotion.'),
    version: z
      .int()
      .nullable()
      .describe('Version in sandbox. Null: it is a category, which has no versions.'),
    production_version: z
      .int()
      .nullable()
      .describe('Null: production does not have it, or it is a category.'),
    promoted: z.boolean().describe('Whether the promotion takes it along.'),
    before: z
      .string()
      .nullable()
      .optional()
      .describe('In a dry run, of one that is not the same: its content in production. Null: it is missing.'),
    after: z
      .string()
      .optional()
      .describe('In a dry run, of one that is not the same: its content in sandbox.'),
  })
  .meta({
    id: 'PromotedPart',
    description:
      'A layout, a partial, a category or texts of the preference page that a promoted event uses.',
  });

export const promoteEvent = route({
  id: 'promoteEvent',
  tag: 'Events',
  method: 'post',
  path: `${EVENTS}/:name/promote`,
  role: 'editor',
  audit: 'event.promote',
  summary: 'Promote an event from sandbox to production',
  description:
    'Pushes its file as sandbox has it. With `with_parts`, the layouts and partials that it uses, its category, and the texts of the preference page to which it leads go with it if production lacks them or has others, and the events of production that use them are recompiled. Without it, production uses its own.',
  body: promoteEventBody.meta({ id: 'EventPromotion' }),
  bodyIsOptional: true,
  answer: answer('EventPromoted', {
    applied: z.array(z.string()).describe('Names of the events. Empty in a dry run.'),
    changes: z.array(changeSchema).describe('The event, then those that its layouts and partials change.'),
    parts: z
      .array(promotedPart)
      .describe(
        'The layouts and partials that the event uses in sandbox, its category, and the texts of the preference page to which it leads.',
      ),
    warnings: z.array(fileProblem).optional(),
  }),
  errors: [...missingEvent, 'EVENT_CHANGED'],
  handler: async (call, deps) => {
    const { application, scope: sandbox } = await scopeIn(deps.store, call);
    if (sandbox.environment !== 'sandbox')
      throw invalid('environment', 'must be sandbox: events are promoted from there to production');
    const event = await eventIn(deps.store, sandbox, call);
    const { with_parts: withParts, dry_run: dryRun, differences, expected_versions: expected } = call.body;
    const production = { ...sandbox, environment: 'production' as const };
    const used = [
      ...(await usedParts(deps.store, { sandbox, production }, event)),
      ...usedCategory(application, event),
    ];
    const taken = withParts ? used.filter(({ state }) => state !== 'same') : [];
    const { name } = event;
    const { changes, warnings, before, after } = await pushEvents(deps, {
      ...{ application, scope: production, dryRun, differences, expected: expected ?? {} },
      files: [{ name: `${name}.yaml`, content: sourceOf(event) }, ...taken.map(({ file }) => file)],
      mark: { by: authorOf(call.admin), via: 'promotion' },
    }).catch((error: unknown) => {
      const missing = used
        .filter(({ state, isNeeded }) => state === 'missing' && isNeeded)
        .map(({ file }) => file.name);
      if (withParts || missing.length === 0 || !isRefused(error)) throw error;
      const message = `Production cannot have ${name} without ${missing.join(', ')}. Promote it with "with_parts": true, or push them first. Nothing was applied. ${error.message}`;
      throw new ApiError('VALIDATION_ERROR', message, { ...error.details, field: 'with_parts' });
    });
    const about = [application._id];
    await call.record(dryRun ? { about, after: { dry_run: true } } : { about, before, after });
    return {
      ...{ applied: dryRun ? [] : changes.map((one) => one.name), changes },
      parts: used.map((one) => partView(one, { promoted: taken.includes(one), dryRun })),
      ...(warnings.length > 0 && { warnings }),
    };
  },
});

/** A layout, a partial or the category of an event in sandbox, and how production has it. */
interface UsedPart {
  state: z.output<typeof promotedPart>['state'];
  file: { name: string; content: string };
  here: Shared;
  there: Shared | undefined;
  /** Whether a push of the event is refused without it. */
  isNeeded: boolean;
}

/** A category has no version. */
type Shared = Pick<FoundPart, 'name' | 'source'> & Partial<Pick<FoundPart, 'version'>>;

/** Returns the layouts and partials that an event uses in sandbox, in the order of their names. */
async function usedParts(
  { parts }: Store,
  { sandbox, production }: Record<'sandbox' | 'production', Parameters<Store['parts']['list']>[0]>,
  event: FoundEvent,
): Promise<UsedPart[]> {
  const uses = [...event.uses, ...(leadsToPage(event) ? [PAGE_USED] : [])];
  if (uses.length === 0) return [];
  const [ours, theirs] = await Promise.all([parts.list(sandbox), parts.list(production)]);
  return ours
    .filter(({ part }) => uses.includes(usedName(part)))
    .map((here) => {
      const there = theirs.find(({ name }) => name === here.name);
      const state = !there ? 'missing' : there.source === here.source ? 'same' : 'different';
      const file = { name: here.name, content: here.source };
      return { state, here, there, file, isNeeded: !isPageTexts(here.part) };
    });
}

/** Whether messages of an event lead to the preference page, whose texts its application may have. */
const leadsToPage = ({ definition, source }: FoundEvent): boolean =>
  definition.category !== undefined || mentionsLink(source ?? '');

/** Returns the category of an event in sandbox. */
function usedCategory({ categories }: Application, { definition }: FoundEvent): UsedPart[] {
  const shared = (environment: Environment): Shared | undefined => {
    const category = categories?.[environment]?.find(({ name }) => name === definition.category);
    return category && { name: categoryFile(category.name), source: categoryText(category) };
  };
  const here = shared('sandbox');
  const there = shared('production');
  if (!here) return [];
  const state = !there ? 'missing' : there.source === here.source ? 'same' : 'different';
  return [{ state, here, there, file: { name: here.name, content: here.source }, isNeeded: true }];
}

function sourceOf({ name, source }: FoundEvent): string {
  if (source !== null) return source;
  const message = `An older release did not store the file of ${name}. Push it to sandbox again, then promote it.`;
  throw new ApiError('VALIDATION_ERROR', message, { field: 'name' });
}

const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'VALIDATION_ERROR';

const partView = (
  { state, here, there }: UsedPart,
  { promoted, dryRun }: { promoted: boolean; dryRun: boolean },
): z.output<typeof promotedPart> => ({
  ...{ name: here.name, state, promoted },
  ...{ version: here.version?.number ?? null, production_version: there?.version?.number ?? null },
  ...(dryRun && state !== 'same' && { before: there?.source ?? null, after: here.source }),
});
