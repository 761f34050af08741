import { digestKeyOf } from '../../../../core/sequences/digest-key';

test.each([
  [{ project: 'P-1' }, 'P-1'],
  [{ project: 17 }, '17'],
  [{ project: 'x'.repeat(128) }, 'x'.repeat(128)],
  [{ project: 'x'.repeat(129) }, null],
  [{ project: '' }, null],
  [{ project: null }, null],
  [{ project: true }, null],
  [{ project: ['P-1'] }, null],
  [{}, null],
])('STATUS-8: the key of %j', (payload, key) =>
  expect(digestKeyOf('payload.project', JSON.stringify(payload))).toBe(key),
);

test('a path may lead into objects, and to own fields only', () => {
  const payload = JSON.stringify({ project: { id: 'P-1' } });
  expect(digestKeyOf('payload.project.id', payload)).toBe('P-1');
  expect(digestKeyOf('payload.project.constructor.name', payload)).toBeNull();
});
