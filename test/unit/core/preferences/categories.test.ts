import { type Category, MOST_CATEGORIES } from '../../../../core/preferences/category';
import { readCategories } from '../../../../core/preferences/category-source';
import { categoryText, isSameCategory } from '../../../../core/preferences/category-text';
import { parseEventFiles } from '../../../../rendering/event-files';

const NEWS = `labels:
  en: { name: News, description: What is new }
  pt_br: { name: Novidades }
default: { sms: false }
bulk: true
`;
const read = (files: Record<string, string>, stored: Category[] = []) =>
  readCategories(
    Object.entries(files).map(([name, content]) => ({ name, content })),
    stored,
  );
const problemOf = (content: string, name = 'categories/news.yaml'): string => {
  const found = read({ [name]: content });
  return found.ok
    ? 'none'
    : found.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n');
};
const oneOf = (content: string): Category => {
  const found = read({ 'categories/news.yaml': content });
  if (!found.ok) throw new Error(found.problems[0]!.message);
  return found.categories[0]!;
};

describe('PREFERENCE-20 a category is a file', () => {
  it('with what it says, and nothing else', () => {
    expect(oneOf(NEWS)).toEqual({
      name: 'news',
      labels: { en: { name: 'News', description: 'What is new' }, 'pt-BR': { name: 'Novidades' } },
      default: { sms: false },
      bulk: true,
      position: 100,
    });
    expect(oneOf('labels: { en: { name: News } }')).toEqual({
      ...{ name: 'news', labels: { en: { name: 'News' } }, default: true, position: 100 },
    });
  });

  it('that the service writes from a category, and reads as the same', () => {
    const category = oneOf(NEWS);
    expect(oneOf(categoryText(category))).toEqual(category);
    expect(isSameCategory(category, oneOf(`# A comment\n${NEWS}`))).toBe(true);
    expect(isSameCategory(category, oneOf(`${NEWS}position: 1\n`))).toBe(false);
  });

  it.each([
    ['', 'categories/news.yaml:1: the file is empty'],
    ['default: true', 'categories/news.yaml:1: "labels" is missing'],
    ['labels: {}', 'categories/news.yaml:1: "labels" must have at least one language'],
    [
      'labels:\n  english: { name: News }',
      'categories/news.yaml:2: "labels.english" is not a language code such as "en" or "pt-BR"',
    ],
    [
      'labels: { en: { name: News } }\ndefault: 1',
      'categories/news.yaml:2: "default" must be true, false or a map such as { email: false }',
    ],
    [
      'labels: { en: { name: News } }\ndefault: { emial: false }',
      'categories/news.yaml:2: unknown key "default.emial", did you mean "email"?',
    ],
    [
      'labels: { en: { name: News } }\nrequried: true',
      'categories/news.yaml:2: unknown key "requried", did you mean "required"?',
    ],
  ])('%j is refused with its line', (content, problem) => expect(problemOf(content)).toBe(problem));

  it('PREFERENCE-21 cannot be required and bulk', () =>
    expect(problemOf('labels: { en: { name: News } }\nrequired: true\nbulk: true')).toBe(
      'categories/news.yaml:3: "bulk" must not be true with "required: true", because people must be able to unsubscribe from bulk mail',
    ));

  it.each(['categories/News.yaml', 'categories/news.yml', 'categories/a b.yaml'])('%s is no name', (name) =>
    expect(problemOf(NEWS, name)).toMatch(/:1: the file's name must be NAME\.yaml, and NAME must begin with/),
  );

  it('of which there are so many and no more', () => {
    const stored = Array.from({ length: MOST_CATEGORIES }, (_, index) => ({
      ...oneOf(NEWS),
      name: `c${index}`,
    }));
    expect(read({ 'categories/c0.yaml': NEWS }, stored)).toMatchObject({ ok: true });
    expect(read({ 'categories/news.yaml': NEWS }, stored)).toMatchObject({
      ok: false,
      problems: [{ message: 'there are 51 categories; an environment may have at most 50' }],
    });
  });
});

describe('PREFERENCE-22 an event names a category', () => {
  const EVENT = 'category: nwes\ntemplates: { sms: { en: { text: Hi } } }';
  const validate = (...files: [string, string][]) =>
    parseEventFiles(files.map(([name, content]) => ({ name, content })));

  it('of which validation warns if the folder has others', () => {
    expect(validate(['a.yaml', EVENT], ['categories/news.yaml', NEWS])).toMatchObject({
      categories: [{ name: 'news' }],
      warnings: [
        {
          ...{ file: 'a.yaml', line: 1 },
          message:
            'there is no categories/nwes.yaml, did you mean "news"? A push is refused unless the application has it',
        },
      ],
    });
    expect(validate(['a.yaml', EVENT])).toMatchObject({ ok: true, warnings: [] });
  });

  it('and uses it as it uses its layouts', () =>
    expect(validate(['a.yaml', EVENT])).toMatchObject({ events: [{ name: 'a', category: 'nwes' }] }));

  it('PREFERENCE-34 in whose e-mails something unsubscribes, if the files say that it is bulk', () => {
    const mail = (text: string) =>
      `category: news\ntemplates:\n  email:\n    en: { subject: Hi, text: '${text}' }\n`;
    const problem = {
      file: 'a.yaml',
      line: 4,
      message: expect.stringContaining('{{unsubscribe_url}}') as string,
    };
    expect(validate(['a.yaml', mail('Hi')], ['categories/news.yaml', NEWS])).toMatchObject({
      ...{ ok: false, problems: [problem] },
    });
    for (const files of [
      [
        ['a.yaml', mail('{{unsubscribe_url}}')],
        ['categories/news.yaml', NEWS],
      ],
      [
        ['a.yaml', mail('Hi')],
        ['categories/news.yaml', NEWS.replace('bulk: true\n', '')],
      ],
      [['a.yaml', mail('Hi')]],
    ] as [string, string][][])
      expect(validate(...files)).toMatchObject({ ok: true });
  });
});
