import type { Request, RequestHandler, Response, Router } from 'express';
import { changesOfLink, changesOfNone, changesOfPage } from '../../core/preferences/choices';
import { PREFERENCES_PATH, UNSUBSCRIBE_PATH } from '../../core/preferences/links';
import type { PreferenceChange, PreferenceRow } from '../../core/preferences/preferences';
import { storedPageTexts } from '../../core/preferences/page-texts';
import { type OwnTexts, textsIn } from '../../core/preferences/texts';
import { brandOf } from '../../core/sending/brand';
import { ERROR_STATUS } from '../../core/shared/error-codes';
import type { ApiDeps } from '../deps';
import { asApiError } from '../http/middleware/error-handler';
import { resource } from '../http/resource';
import { changeByLink, unsubscribeAtOnce } from './change-by-link';
import { createLinkLimits } from './limits';
import { brandsOf, type Link, openLink } from './open-link';
import { askPage, donePage, missingPage, type PageOf, preferencesPage } from './pages';
import { type PageForm, readForm } from './read-form';
import { type Look, type Page, sendPage } from './shell';

type Deps = Pick<ApiDeps, 'store' | 'cached' | 'vault' | 'dispatcher' | 'fault'>;

/**
 * The pages of recipients. The token in the path is the only authority: no cookie, no session. So a request that another site
 * makes can do nothing that its sender could not do without it.
 */
export function preferenceRoutes(router: Router, deps: Deps): void {
  const limits = createLinkLimits();

  /** Answers with the page that `make` returns, and with a page also if something is wrong. */
  const page =
    (make: (of: PageOf, request: Request, response: Response) => Promise<Page> | Page): RequestHandler =>
    async (request, response) => {
      const wanted = request.acceptsLanguages();
      // The browser's language, until that of the contact is known.
      let spoken = textsIn(wanted);
      try {
        limits.refuseWrong(request);
        const token = String(request.params.token);
        const link = await openLink(deps, token);
        if (link === 'wrong') limits.noteWrong(request);
        if (typeof link === 'string')
          return sendPage(response, { language: spoken.language }, missingPage(spoken.texts));
        limits.use(link.contact._id);
        response.locals.by = link.application._id;
        const languages = [link.contact.language, ...wanted];
        spoken = textsIn(languages, await ownTexts(deps, link));
        const { language, texts } = spoken;
        const { look, name } = await lookOf(deps, link, language);
        const of = { token, link, texts, name, languages: [language, ...languages] };
        return sendPage(response, look, await make(of, request, response));
      } catch (error) {
        const known = asApiError(error);
        const isPassing = known.code === 'RATE_LIMITED' || known.code === 'UNAVAILABLE';
        if (!isPassing) throw error;
        response.set(known.headers);
        const sorry = { status: ERROR_STATUS[known.code], title: spoken.texts.later, html: '' };
        sendPage(response, { language: spoken.language }, sorry);
      }
    };

  const change = async (
    of: PageOf,
    changes: (rows: readonly PreferenceRow[]) => readonly PreferenceChange[],
  ): Promise<PageOf> => ({ ...of, link: await changeByLink(deps, of.link, 'page', changes) });

  const unsubscribe = async (of: PageOf, request: Request, response: Response): Promise<Page> => {
    const { isOneClick, action } = await readForm(request, response);
    const isOn = action === 'subscribe';
    // A POST that says neither may be a scanner's.
    if (!isOneClick && !isOn && action !== 'unsubscribe') return { ...askPage(of), status: 400 };
    if (isOneClick) return donePage({ ...of, link: await unsubscribeAtOnce(deps, of.link, 'post') }, false);
    const { facts, categories } = of.link;
    return donePage(await change(of, () => changesOfLink(facts, categories, isOn)), isOn);
  };

  const save = async (of: PageOf, request: Request, response: Response): Promise<Page> => {
    const form = await readForm(request, response);
    const after = await change(of, (rows) => changesOfForm(of.link, form, rows));
    return preferencesPage(after, form.action === 'none' ? of.texts.noneDone : of.texts.saved);
  };

  resource(router, `${UNSUBSCRIBE_PATH}/:token`, { get: page((of) => askPage(of)), post: page(unsubscribe) });
  resource(router, `${PREFERENCES_PATH}/:token`, {
    get: page((of) => preferencesPage(of)),
    post: page(save),
  });
}

function changesOfForm(
  { categories, channels }: Link,
  { action, chosen }: PageForm,
  rows: readonly PreferenceRow[],
): PreferenceChange[] {
  if (action === 'none') return changesOfNone(rows, categories, channels);
  // A category that is gone since, or was never there, has no switch.
  const known = chosen.filter(
    ({ category }) => category === null || categories.some(({ name }) => name === category),
  );
  return changesOfPage(known, rows, categories);
}

/** Returns the texts that the application of a link has of its own (PREFERENCE-45). */
async function ownTexts({ cached }: Deps, { facts, application }: Link): Promise<OwnTexts> {
  const files = await cached.pageTexts({ applicationId: application._id, environment: facts.environment });
  return new Map([...files].map(([language, content]) => [language, storedPageTexts(content)]));
}

async function lookOf(deps: Deps, link: Link, language: string): Promise<{ look: Look; name: string }> {
  const layers = (await brandsOf(deps, link)).map((brand) => ({ origin: 'brand', brand }));
  const { name = link.application.name, logotype: logo, color: colour } = brandOf(language, layers).values;
  return { look: { language, name, logo, colour }, name };
}
