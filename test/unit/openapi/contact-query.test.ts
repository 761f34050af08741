import { contactQuery } from '../../../core/schemas/contact';
import { document, problemsAt } from '../../support/openapi-schema';

// The service reads the query as text; the document says what the text means.
const { parameters } = document.paths['/v1/contacts']?.get as unknown as { parameters: { name?: string }[] };

const documented = (name: string, value: unknown): boolean => {
  const index = parameters.findIndex((parameter) => parameter.name === name);
  return problemsAt(`/paths/~1v1~1contacts/get/parameters/${index}/schema`, value).length === 0;
};

it.each([
  ['limit', 1],
  ['limit', 100],
  ['limit', 0],
  ['limit', 101],
  ['limit', 1.5],
  ['offset', 0],
  ['offset', 10_000],
  ['offset', 10_001],
  ['offset', -1],
  ['search', ''],
  ['search', 'x'.repeat(255)],
  ['search', 'x'.repeat(256)],
] as const)('the document agrees with the service on %s=%s', (name, value) => {
  const accepted = contactQuery.safeParse({ [name]: String(value) }).success;
  expect({ name, value, accepted: documented(name, value) }).toEqual({ name, value, accepted });
});

it('the document has every parameter that the service reads, with its default', () => {
  const named = parameters.flatMap(({ name }) => name ?? []);
  expect(named).toEqual(expect.arrayContaining(Object.keys(contactQuery.shape)));
  expect(contactQuery.parse({})).toEqual({ limit: 50, offset: 0, search: '' });
});
