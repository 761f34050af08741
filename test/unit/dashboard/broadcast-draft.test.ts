import { contentIn, emptyDraft, requestIn } from '../../../dashboard/src/pages/broadcasts/new/draft';
import type { EventDetails } from '../../../dashboard/src/pages/events/query';

const event = { examples: [{ name: 'Ada', payload: { name: 'Ada' } }] } as unknown as EventDetails;
const draft = { ...emptyDraft(), event: 'welcome', topic: 'news' };
const content = { event: 'welcome', to: { topic: 'news' }, payload: { name: 'Ada' } };

describe('the draft of a broadcast', () => {
  test.each([
    [{ event: null }, 'Choose an event.'],
    [{ topic: null }, 'Choose a topic.'],
    [{ kind: 'segment' as const }, 'Choose a segment.'],
    [{ payload: '[]' }, /^The payload cannot be sent\. It must be a JSON object/],
  ])('with %j says what is missing', (over, missing) => {
    const said = typeof missing === 'string' ? missing : (expect.stringMatching(missing) as string);
    expect(contentIn({ ...draft, ...over }, event)).toEqual({ missing: said });
  });

  test('begins with the payload of the first example', () => {
    expect(contentIn(draft, event)).toEqual({ content });
    expect(contentIn({ ...draft, kind: 'all', payload: '{}', language: 'ar' }, event)).toEqual({
      content: { event: 'welcome', to: { all: true }, payload: {}, language: 'ar' },
    });
  });

  test.each([
    [{}, {}],
    [{ when: 'local' as const, local: '08:30' }, { send_at: '08:30 local' }],
    [
      { when: 'time' as const, at: '2026-12-01T09:00' },
      { send_at: new Date('2026-12-01T09:00').toISOString() },
    ],
    [
      { name: ' March ', perSecond: 50 },
      { name: 'March', per_second: 50 },
    ],
  ])('with %j is this request', (over, more) => {
    expect(requestIn({ ...draft, ...over }, content)).toEqual({ ...content, key: draft.key, ...more });
  });
});
