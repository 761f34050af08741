import { type PageOptions, pages, queryOf } from './pages';
import { type Call, segment as part } from './request';
import type {
  Contact,
  CountedSegment,
  Segment,
  SegmentContactPage,
  SegmentFilter,
  SegmentPage,
  SegmentRequest,
  SegmentSize,
} from './types';

/** Saved filters of contacts. A segment is named by its id. */
export function createSegments(call: <T>(one: Call) => Promise<T>) {
  const path = (segment: string): string => `/v1/segments/${part('segment', segment)}`;
  const list = async (options: PageOptions = {}): Promise<SegmentPage> =>
    call({ method: 'GET', path: `/v1/segments${queryOf(options)}` });
  const contacts = async (segment: string, options: PageOptions = {}): Promise<SegmentContactPage> =>
    call({ method: 'GET', path: `${path(segment)}/contacts${queryOf(options)}` });
  return {
    /** Returns a segment with the number of its contacts. */
    get: async (segment: string): Promise<CountedSegment> => call({ method: 'GET', path: path(segment) }),

    /** Creates or replaces a segment. Returns it with the number of its contacts. */
    put: async (segment: string, body: SegmentRequest): Promise<CountedSegment> =>
      call({ method: 'PUT', path: path(segment), body }),

    /** Deletes a segment. Its contacts stay. */
    delete: async (segment: string): Promise<void> => {
      await call({ method: 'DELETE', path: path(segment) });
    },

    list,

    /** Yields every segment, in the order of their ids, page after page. */
    async *all(): AsyncGenerator<Segment, void, undefined> {
      for await (const { segments } of pages((after) => list({ limit: 100, after }))) yield* segments;
    },

    /** Counts the contacts of a filter, and saves nothing. */
    count: async (filter: SegmentFilter): Promise<SegmentSize> =>
      call({ method: 'POST', path: '/v1/segment-counts', body: { filter } }),

    /** The contacts of a segment now, in the order of their ids. */
    contacts: {
      /** A page may have fewer contacts than `limit`, also none, while `next` leads on. */
      list: contacts,

      /** Yields every contact of a segment, page after page. */
      async *all(segment: string): AsyncGenerator<Contact, void, undefined> {
        const read = (after: string | undefined) => contacts(segment, { limit: 100, after });
        for await (const page of pages(read)) yield* page.contacts;
      },
    },
  };
}
