import { filterBody, segmentBody, segmentsQuery } from '../../core/schemas/segments';
import { idPageQuery } from '../../core/schemas/topics';
import { CONTACT_EXAMPLE } from '../contacts/named';
import { route } from '../http/route';
import { countedOf, membersPage, putSegmentIn, removeSegment, segmentsPage, shownSegment } from './actions';
import { segmentNamed, segmentParam } from './segment-in';
import { membersAnswer, segmentAnswer, segmentCount, segmentDeleted, segmentsAnswer } from './view';

const SEGMENTS = '/v1/segments';
const SEGMENT = `${SEGMENTS}/:segment` as const;

const ofSegments = { tag: 'Segments', scope: 'contacts' } as const;
const ofOneSegment = { ...ofSegments, params: segmentParam, errors: ['SEGMENT_NOT_FOUND'] } as const;

const FILTER = {
  all: [
    { value: 'contact.meta.plan', in: ['team', 'business'] },
    {
      any: [
        { value: 'contact.language', is: 'de' },
        { topic: 'news', exists: true },
      ],
    },
  ],
};
const EXAMPLE = {
  ...{ segment: 'customers', name: 'Customers', description: null, filter: FILTER },
  ...{ created_at: '2026-11-21T14:51:52.798Z', updated_at: '2026-11-21T14:51:52.798Z' },
};
const SIZE = { contacts: 812, contacts_exact: true };
const A_SEGMENT = { 'A segment': { success: true, segment: EXAMPLE, ...SIZE } };

export const listSegments = route({
  ...ofSegments,
  id: 'listSegments',
  method: 'get',
  path: SEGMENTS,
  summary: 'List segments',
  description: 'In the order of their names.',
  query: segmentsQuery,
  answer: segmentsAnswer,
  answered: 'One page of the segments.',
  examples: { answer: { 'One segment': { success: true, segments: [EXAMPLE], next: null } } },
  handler: ({ caller, query }, { store }) => segmentsPage(store, caller.scope, query),
});

export const getSegment = route({
  ...ofOneSegment,
  id: 'getSegment',
  method: 'get',
  path: SEGMENT,
  summary: 'Read a segment and count its contacts',
  answer: segmentAnswer,
  answered: 'The segment.',
  examples: { answer: A_SEGMENT },
  handler: async ({ caller, params }, { store }) =>
    shownSegment(store, await segmentNamed(store, caller.scope, params.segment)),
});

export const putSegment = route({
  ...ofOneSegment,
  id: 'putSegment',
  method: 'put',
  path: SEGMENT,
  summary: 'Create or change a segment',
  description: 'What the body leaves out is as for a new segment.',
  body: segmentBody.meta({ id: 'SegmentRequest' }),
  answer: segmentAnswer,
  status: [200, 201],
  answered: '201: the segment is new. 200: it was there.',
  errors: [],
  examples: { body: { Customers: { name: 'Customers', filter: FILTER } }, answer: A_SEGMENT },
  handler: async ({ caller, params, body, response }, { store }) => {
    const { segment, isNew } = await putSegmentIn(store, caller.scope, params.segment, body);
    if (isNew) response.status(201);
    return shownSegment(store, segment);
  },
});

export const deleteSegment = route({
  ...ofOneSegment,
  id: 'deleteSegment',
  method: 'delete',
  path: SEGMENT,
  summary: 'Delete a segment',
  description: 'Its contacts stay.',
  answer: segmentDeleted,
  answered: 'The segment is gone.',
  examples: { answer: { Deleted: { success: true, deleted: true } } },
  handler: async ({ caller, params }, { store }) => {
    await removeSegment(store, caller.scope, params.segment);
    return { deleted: true };
  },
});

export const listSegmentContacts = route({
  ...ofOneSegment,
  id: 'listSegmentContacts',
  method: 'get',
  path: `${SEGMENT}/contacts`,
  summary: "List a segment's contacts",
  description:
    'In the order of their ids. A page may have fewer contacts than `limit`, also none, while `next` leads on.',
  query: idPageQuery,
  answer: membersAnswer,
  answered: 'One page of the contacts.',
  examples: { answer: { 'One contact': { success: true, contacts: [CONTACT_EXAMPLE], next: null } } },
  handler: async ({ caller, params, query }, { store }) =>
    membersPage(store, await segmentNamed(store, caller.scope, params.segment), query),
});

export const countSegment = route({
  ...ofSegments,
  id: 'countContacts',
  method: 'post',
  path: '/v1/segment-counts',
  summary: 'Count the contacts of a filter',
  description: 'It saves nothing.',
  body: filterBody.meta({ id: 'SegmentCountRequest' }),
  answer: segmentCount,
  answered: 'How many contacts there are.',
  examples: { body: { Customers: { filter: FILTER } }, answer: { Counted: { success: true, ...SIZE } } },
  handler: ({ caller, body }, { store }) => countedOf(store, caller.scope, body.filter),
});
