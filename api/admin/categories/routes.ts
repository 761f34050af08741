import { z } from 'zod';
import {
  type Category,
  CATEGORY_NAME,
  CATEGORY_NAME_RULE,
  inOrder,
} from '../../../core/preferences/category';
import { categoryFileShape, categoryOf } from '../../../core/preferences/category-file';
import { categoryUsed } from '../../../core/preferences/category-name';
import type { Scope } from '../../../core/shared/scope';
import type { Store } from '../../../store/store';
import { ApiError, invalid } from '../../http/api-error';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { scopeIn } from '../events/event-in';
import { categoryAnswer, categorySchema, categoryView } from './view';
import { categoriesOf, putCategories, removeCategory } from './write';

const CATEGORIES = '/admin/v1/applications/:app/categories/:environment';
const CATEGORY = `${CATEGORIES}/:category` as const;
const missingCategory = ['APPLICATION_NOT_FOUND', 'CATEGORY_NOT_FOUND'] as const;

export const listCategories = route({
  id: 'listCategories',
  tag: 'Categories',
  method: 'get',
  path: CATEGORIES,
  role: 'viewer',
  summary: 'List the categories of an environment',
  description: 'In the order of their positions. There are at most 50.',
  answer: answer('CategoriesAnswer', { categories: z.array(categorySchema) }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const { application, scope } = await scopeIn(store, call);
    const all = inOrder(categoriesOf({ application, environment: scope.environment }));
    const used = await usersOf(store, scope, all);
    return { categories: all.map((one) => categoryView(one, used(one))) };
  },
});

export const getCategory = route({
  id: 'getCategory',
  tag: 'Categories',
  method: 'get',
  path: CATEGORY,
  role: 'viewer',
  summary: 'View a category',
  answer: categoryAnswer,
  errors: missingCategory,
  handler: async (call, { store }) => {
    const { application, scope } = await scopeIn(store, call);
    const category = categoryIn(categoriesOf({ application, environment: scope.environment }), call);
    const used = await usersOf(store, scope, [category]);
    return { category: categoryView(category, used(category)) };
  },
});

export const putCategory = route({
  id: 'putCategory',
  tag: 'Categories',
  method: 'put',
  path: CATEGORY,
  role: 'editor',
  audit: 'category.put',
  summary: 'Create or replace a category',
  description:
    '201: it is new. A push of its file `categories/NAME.yaml` does the same. Messages that are not sent yet follow it.',
  body: categoryFileShape.meta({ id: 'CategoryRequest' }),
  answer: categoryAnswer,
  status: [200, 201],
  errors: ['APPLICATION_NOT_FOUND', 'CATEGORIES_FULL'],
  handler: async (call, deps) => {
    const { application, scope } = await scopeIn(deps.store, call);
    const { environment } = scope;
    const { category: name } = call.params;
    if (!CATEGORY_NAME.test(name)) throw invalid('category', CATEGORY_NAME_RULE);
    const before = categoriesOf({ application, environment }).find((one) => one.name === name);
    const after = categoryOf(name, call.body);
    await putCategories(deps, { application, environment }, [after]);
    const used = await usersOf(deps.store, scope, [after]);
    await call.record({ about: [application._id], before, after });
    if (!before) call.response.status(201);
    return { category: categoryView(after, used(after)) };
  },
});

/** Topics that a refusal names. */
const SHOWN_TOPICS = 20;

export const deleteCategory = route({
  id: 'deleteCategory',
  tag: 'Categories',
  method: 'delete',
  path: CATEGORY,
  role: 'owner',
  audit: 'category.delete',
  summary: 'Delete a category',
  description:
    'Refused while an event or a topic belongs to it. What contacts have chosen for it counts no longer.',
  answer: answer('CategoryDeleted', { deleted: z.literal(true) }),
  errors: [...missingCategory, 'CATEGORY_IN_USE'],
  handler: async (call, deps) => {
    const { application, scope } = await scopeIn(deps.store, call);
    const of = { application, environment: scope.environment };
    const category = categoryIn(categoriesOf(of), call);
    const refuseUsed = async (putBack?: () => Promise<unknown>): Promise<void> => {
      const [users, topics] = await Promise.all([
        usersOf(deps.store, scope, [category]),
        deps.store.topics.ofCategory(scope, category.name, SHOWN_TOPICS),
      ]);
      const events = users(category);
      if (events.length === 0 && topics.length === 0) return;
      await putBack?.();
      const advice =
        events.length > 0
          ? `is used by ${events.join(', ')}. Push these events without it first.`
          : `has the topics ${topics.join(', ')}. Change or delete these topics first.`;
      const message = `The category ${category.name} ${advice}`;
      throw new ApiError('CATEGORY_IN_USE', message);
    };
    await refuseUsed();
    const after = await removeCategory(deps, of, category.name);
    // An event may have been pushed, or a topic created, in between.
    await refuseUsed(() => putCategories(deps, { ...of, application: after }, [category]));
    await call.record({ about: [application._id], before: category });
    return { deleted: true as const };
  },
});

/** Returns the names of the events of categories, by category. */
async function usersOf(
  { events }: Store,
  scope: Scope,
  categories: readonly Category[],
): Promise<(category: Category) => readonly string[]> {
  if (categories.length === 0) return () => [];
  const users = await events.users(
    scope,
    categories.map(({ name }) => categoryUsed(name)),
  );
  return ({ name }) => users.get(categoryUsed(name)) ?? [];
}

function categoryIn(all: readonly Category[], { params }: { params: { category: string } }): Category {
  const found = all.find(({ name }) => name === params.category);
  if (found) return found;
  throw new ApiError('CATEGORY_NOT_FOUND', 'There is no such category in this environment.');
}
