import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pushEvents } from '../../../api/admin/events/push';
import type { ApiDeps } from '../../../api/deps';
import { createVault } from '../../../core/shared/vault';
import { createRenderer } from '../../../rendering/renderer';
import type { Store } from '../../../store/store';
import { makeApplication } from '../../support/application';
import { type Stack, startStack } from '../../support/stack';

const renderer = createRenderer({ threads: 2, budgetMs: 60_000, longestMs: 300_000, log: console });
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => {
  await renderer.close();
  await stack.stop();
});

const EVENTS = 30;
const eventFile = (index: number) => ({
  name: `mail-${index}.yaml`,
  content: `layout: base
templates:
  email:
${['en', 'de', 'sv']
  .map(
    (language) => `    ${language}:
      subject: Mail ${index} in ${language}
      mjml: |
        <mj-section><mj-column><mj-text>Hello {{contact.name}}, this is mail ${index}.</mj-text>
        {{> button label="Open" href=url}}</mj-column></mj-section>
`,
  )
  .join('')}`,
});
const layout = (title: string) => ({
  name: 'layouts/base.mjml',
  content: `<mjml><mj-body><mj-section><mj-column><mj-text>${title}</mj-text></mj-column></mj-section>
{{#block "content"}}{{/block}}
</mj-body></mjml>
`,
});
const BUTTON = {
  name: 'partials/button.mjml',
  content: '<mj-button href="{{href}}">{{label}}</mj-button>\n',
};

const LANGUAGES = ['en', 'de', 'sv', 'ar', 'ja'];
/** A template whose texts are in five translations, and nothing else. */
const translatedFile = (index: number) => ({
  name: `texts-${index}.yaml`,
  content: `layout: base
templates:
  email:
    en:
      subject: '{{t "mail.${index}.subject"}}'
      mjml: |
        <mj-section><mj-column><mj-text>{{t "mail.${index}.items" name=contact.name count=count}}</mj-text>
        {{> button label=(t "open") href=url}}</mj-column></mj-section>
`,
});
const translation = (language: string, word: string) => ({
  name: `translations/${language}.yaml`,
  content: `open: ${word}
mail:
${Array.from(
  { length: EVENTS },
  (_, index) => `  "${index}":
    subject: ${word} ${index} (${language})
    items: 'Hello {name}, {count, plural, one {one item} other {# items}} of ${word} ${index}'
${Array.from({ length: 40 }, (_more, more) => `    other-${more}: A text that no template of this test has, ${more}\n`).join('')}`,
).join('')}`,
});

/** Counts the calls of the repositories that a push uses. Each is one round trip, or a few that do not grow with the events. */
function counted(store: Store): { store: Store; calls: string[] } {
  const calls: string[] = [];
  const count = <T extends object>(name: string, repository: T): T =>
    new Proxy(repository, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== 'function') return member;
        return (...given: unknown[]): unknown => {
          calls.push(`${name}.${String(key)}`);
          return (member as (...given: unknown[]) => unknown).apply(target, given);
        };
      },
    });
  const { events, parts, eventVersions, partVersions } = store;
  const some = {
    events: count('events', events),
    parts: count('parts', parts),
    eventVersions: count('eventVersions', eventVersions),
    partVersions: count('partVersions', partVersions),
  };
  return { store: { ...store, ...some }, calls };
}

test.each([
  ['30 e-mails in three languages share one layout', eventFile, [], 3],
  [
    '30 templates have their texts in five translations',
    translatedFile,
    LANGUAGES.map((language) => translation(language, 'Text')),
    LANGUAGES.length,
  ],
] as const)(
  '%s: a push of what they share recompiles them, and blocks no other request',
  async (_what, fileOf, texts, languages) => {
    const app = await makeApplication(stack);
    const application = (await stack.store.applications.get(app.id))!;
    const { store, calls } = counted(stack.store);
    const deps = { store, renderer, vault: createVault([]), cached: { clear: () => undefined } };
    const push = (files: { name: string; content: string }[]) =>
      pushEvents(deps as unknown as ApiDeps, {
        ...{ application, files, dryRun: false, expected: {} },
        scope: { applicationId: app.id, environment: 'sandbox' },
        mark: { by: null, via: 'cli' },
      });
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    await push([
      ...Array.from({ length: EVENTS }, (_, index) => fileOf(index)),
      layout('One'),
      BUTTON,
      ...texts,
    ]);
    console.log(`the first push: loop at most ${Math.round(loop.max / 1e6)} ms`);
    expect(loop.percentile(99) / 1e6).toBeLessThan(50);

    calls.length = 0;
    loop.reset();
    const begunAt = performance.now();
    const { changes } = await push(texts.length === 0 ? [layout('Two')] : [translation('de', 'Wort')]);
    const tookMs = performance.now() - begunAt;
    loop.disable();
    console.log(
      `${Math.round(tookMs)} ms, ${calls.length} calls, loop at most ${Math.round(loop.max / 1e6)} ms`,
    );

    expect(changes).toHaveLength(EVENTS);
    for (const { change, messages } of changes) {
      expect(change).toBe('changed');
      expect(messages).toHaveLength(texts.length === 0 ? languages : 1);
    }
    expect(calls).toEqual([
      ...['parts.list', 'events.using', 'events.named'],
      ...['partVersions.addMissing', 'parts.put', 'partVersions.record'],
      ...['eventVersions.addMissing', 'events.put', 'eventVersions.record'],
      ...['parts.versionIds', 'events.using'],
    ]);
    // A busy machine may stop the process for longer.
    expect(loop.percentile(99) / 1e6).toBeLessThan(50);
  },
);
