import { readPageTexts, storedPageTexts } from '../../../../core/preferences/page-texts';
import { fillIn, PLACE, TEXTS, textsIn } from '../../../../core/preferences/texts';
import { en } from '../../../../core/preferences/texts/en';
import { parseEventFiles } from '../../../../rendering/event-files';

const problemsOf = (content: string, language = 'de'): string[] =>
  readPageTexts(content, language).problems.map(({ line, message }) => `${line}: ${message}`);

describe('PREFERENCE-45 an application has texts of the preference page', () => {
  it.each([
    ['save: Sichern\nintro: Was möchten Sie von {name} hören?', []],
    ['save: a\nsvae: b', ['2: unknown key "svae", did you mean "save"?']],
    [
      'heading: a',
      [expect.stringMatching(/^1: unknown key "heading" \(known: preferences, intro, .*, other_why, /)],
    ],
    // Nobody knows whose page it is.
    ['missing: a', [expect.stringMatching(/^1: unknown key "missing"/)]],
    ['save: 1', ['1: "save" must be text, not a number (quote it)']],
    ["save: ' '", ['1: "save" must not be empty']],
    [`save: ${'a'.repeat(301)}`, [expect.stringContaining('300')]],
    ['save: "a\\nb"', ['1: "save" must not contain line breaks or other control characters']],
    ['save: <b>Save</b>', ['1: "save" must be plain text: people would see the tag']],
    ['intro: Choose', ['1: "intro" must have {name}, which the page fills in']],
    ['intro: "{{name}}"', ['1: "intro" must have no other place than {name}, and no other brace']],
    ['save: "Save {name}"', ['1: "save" must have no place such as {name}, and no other brace']],
    ['- a', [expect.stringMatching(/^1: the file must be a map/)]],
    ['', ['1: the file is empty']],
  ])('%j', (content, expected) => {
    expect(problemsOf(content)).toEqual(expected);
  });

  it('and all of them in a language in which the service has none', () => {
    expect(problemsOf('save: Spara', 'sv')).toEqual([
      expect.stringMatching(
        /^1: must have all texts, because the service has none in "sv"\. Missing: preferences, /,
      ),
    ]);
    expect(problemsOf('save: Sichern', 'de-AT')).toEqual([]);
  });

  it('which it pushes with its events, without a warning that no event uses them', () => {
    const event = { name: 'a.yaml', content: 'templates: { sms: { en: { text: Hi } } }' };
    const push = (content: string, name = 'de.yaml') =>
      parseEventFiles([event, { name: `preference-page/${name}`, content }]);
    expect(push('save: Sichern')).toMatchObject({ ok: true, warnings: [] });
    expect(push('svae: Sichern')).toMatchObject({
      problems: [{ file: 'preference-page/de.yaml', line: 1 }],
    });
    expect(push('save: Sichern', 'german.yaml')).toMatchObject({
      problems: [{ message: expect.stringContaining('LANGUAGE.yaml') as string }],
    });
  });

  it('of which it leaves out what a later release would refuse', () => {
    expect(storedPageTexts('save: Sichern\nintro: Hallo\nnew: a')).toEqual({ save: 'Sichern' });
    expect(storedPageTexts('- a')).toEqual({});
    expect(storedPageTexts('a: {')).toEqual({});
  });
});

describe('PREFERENCE-40 the language of a page', () => {
  it.each([
    [['de-AT'], 'de'],
    [['pt-BR', 'de'], 'pt'],
    [['zh-TW'], 'zh-Hant'],
    [['zh_HK'], 'zh-Hant'],
    [['zh-Hant-MO'], 'zh-Hant'],
    [['zh-CN'], 'zh'],
    [['zh-SG'], 'zh'],
    [['sv', null, 'fr-CA'], 'fr'],
    [['sv'], 'en'],
    [[], 'en'],
  ])('of %j is %s', (wanted, expected) => {
    expect(textsIn(wanted).language).toBe(expected);
  });

  it('is also one that only the application has, and each text is the most special', () => {
    const own = new Map([
      ['de', { save: 'Sichern', none: 'Alles aus' }],
      ['de-AT', { save: 'Speichern, bitte' }],
      ['sv', { save: 'Spara' }],
      ['en', { save: 'Keep' }],
    ]);
    const { language, texts } = textsIn(['de-AT'], own);
    expect([language, texts.save, texts.none, texts.saved]).toEqual([
      ...['de-AT', 'Speichern, bitte', 'Alles aus', TEXTS.de!.saved],
    ]);
    expect(textsIn(['de-CH'], own).texts.save).toBe('Sichern');
    expect(textsIn(['sv-FI'], own)).toMatchObject({ language: 'sv', texts: { save: 'Spara', all: en.all } });
    expect(textsIn(['nb'], own).texts.save).toBe('Keep');
    expect(textsIn(['zh-TW'], new Map([['zh', { save: '存' }]])).texts.save).toBe(TEXTS['zh-Hant']!.save);
  });

  it.each(Object.entries(TEXTS))('%s has the places of each text', (_language, texts) => {
    for (const [key, text] of Object.entries(texts) as [keyof typeof en, string][])
      expect([key, ...new Set(text.match(PLACE))].sort()).toEqual(
        [key, ...new Set(en[key].match(PLACE) ?? [])].sort(),
      );
    expect(fillIn(texts.intro, { name: '$& <b>' })).toContain('$& <b>');
  });
});
