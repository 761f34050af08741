import { randomUUID } from 'node:crypto';
import { putTopicIn } from '../../../api/topics/actions';
import type { Category } from '../../../core/preferences/category';
import type { Application } from '../../../store/accounts/applications';
import { createCachedReads } from '../../../store/cached';
import type { Topic } from '../../../store/topics/topics';
import { ownDatabase } from '../database';
import { noon } from '../documents';
import { meanwhile } from '../meanwhile';

const db = ownDatabase();
const NEWS: Category = { name: 'news', labels: { en: { name: 'News' } }, default: true, position: 1 };
const NEW: Omit<Application, '_id' | 'name'> = {
  ...{ subscription: 'active', monthlyQuota: 1, dailyQuota: null, otpDomain: null, ownerEmail: null },
  ...{ from: null, brand: {}, senders: [], createdAt: noon(), categories: { production: [NEWS] } },
};

test.each(['before', 'after'] as const)(
  'PREFERENCE-23: a category that is deleted %s a topic is put into it comes back',
  async (when) => {
    const id = randomUUID();
    await db.store.applications.insert({ ...NEW, _id: id, name: id });
    const scope = { applicationId: id, environment: 'production' } as const;
    const categories = async () => (await db.store.applications.get(id))?.categories?.production;
    meanwhile(db.model<Topic>('Topic'), [when, 'findOneAndUpdate'], () =>
      db.store.applications.replaceCategories(id, 'production', { before: [NEWS], after: [] }),
    );
    const deps = { store: db.store, cached: createCachedReads(db.store) };
    const put = (category: string | null) =>
      putTopicIn(deps, scope, 'letters', { name: 'Letters', description: null, category });
    expect(await put('news')).toMatchObject({ topic: { category: 'news' }, isNew: true });
    expect(await categories()).toEqual([NEWS]);
    await db.store.applications.replaceCategories(id, 'production', { before: [NEWS], after: [] });
    await expect(put('news')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await put(null)).toMatchObject({ topic: { category: null }, isNew: false });
  },
);
