import { filterBody, segmentBody, segmentsQuery } from '../../../core/schemas/segments';
import { idPageQuery } from '../../../core/schemas/topics';
import type { Segment } from '../../../store/segments/segments';
import { route } from '../../http/route';
import {
  countedOf,
  filterIn,
  membersPage,
  putSegmentIn,
  removeSegment,
  segmentsPage,
  shownSegment,
} from '../../segments/actions';
import { segmentNamed, segmentParam } from '../../segments/segment-in';
import {
  membersAnswer,
  segmentAnswer,
  segmentCount,
  segmentDeleted,
  segmentsAnswer,
} from '../../segments/view';
import { scopeIn } from '../events/event-in';

const SEGMENTS = '/admin/v1/applications/:app/segments/:environment';
const SEGMENT = `${SEGMENTS}/:segment` as const;

const ofOneSegment = {
  tag: 'Segments',
  params: segmentParam,
  errors: ['APPLICATION_NOT_FOUND', 'SEGMENT_NOT_FOUND'],
} as const;

/** What the audit log has of a segment. */
const segmentAudit = (segment: Segment) => ({
  ...{ environment: segment.environment, name: segment.name, description: segment.description },
  filter: filterIn(segment),
});

export const listSegments = route({
  id: 'listSegments',
  tag: 'Segments',
  method: 'get',
  path: SEGMENTS,
  role: 'viewer',
  summary: 'List the segments of an environment',
  description: 'In the order of their names.',
  query: segmentsQuery,
  answer: segmentsAnswer,
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => segmentsPage(store, (await scopeIn(store, call)).scope, call.query),
});

export const getSegment = route({
  ...ofOneSegment,
  id: 'getSegment',
  method: 'get',
  path: SEGMENT,
  role: 'viewer',
  summary: 'View a segment and count its contacts',
  answer: segmentAnswer,
  handler: async (call, { store }) => {
    const { scope } = await scopeIn(store, call);
    return shownSegment(store, await segmentNamed(store, scope, call.params.segment));
  },
});

export const putSegment = route({
  ...ofOneSegment,
  id: 'putSegment',
  method: 'put',
  path: SEGMENT,
  role: 'editor',
  audit: 'segment.put',
  summary: 'Create or change a segment',
  description: '201: it is new.',
  body: segmentBody.meta({ id: 'SegmentRequest' }),
  answer: segmentAnswer,
  status: [200, 201],
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const { application, scope } = await scopeIn(store, call);
    const before = await store.segments.get(scope, call.params.segment);
    const { segment, isNew } = await putSegmentIn(store, scope, call.params.segment, call.body);
    await call.record({
      about: [application._id, segment.segment],
      ...(before && !isNew && { before: segmentAudit(before) }),
      after: segmentAudit(segment),
    });
    if (isNew) call.response.status(201);
    return shownSegment(store, segment);
  },
});

export const deleteSegment = route({
  ...ofOneSegment,
  id: 'deleteSegment',
  method: 'delete',
  path: SEGMENT,
  role: 'owner',
  audit: 'segment.delete',
  summary: 'Delete a segment',
  description: 'Its contacts stay.',
  answer: segmentDeleted,
  handler: async (call, { store }) => {
    const { application, scope } = await scopeIn(store, call);
    const segment = await segmentNamed(store, scope, call.params.segment);
    await removeSegment(store, scope, segment.segment);
    await call.record({ about: [application._id, segment.segment], before: segmentAudit(segment) });
    return { deleted: true };
  },
});

export const listSegmentContacts = route({
  ...ofOneSegment,
  id: 'listSegmentContacts',
  method: 'get',
  path: `${SEGMENT}/contacts`,
  role: 'viewer',
  summary: "List a segment's contacts",
  description:
    'In the order of their ids. A page may have fewer contacts than `limit`, also none, while `next` leads on.',
  query: idPageQuery,
  answer: membersAnswer,
  handler: async (call, { store }) => {
    const { scope } = await scopeIn(store, call);
    return membersPage(store, await segmentNamed(store, scope, call.params.segment), call.query);
  },
});

export const countSegment = route({
  id: 'countContacts',
  tag: 'Segments',
  method: 'post',
  path: '/admin/v1/applications/:app/segment-counts/:environment',
  role: 'editor',
  audit: null,
  summary: 'Count the contacts of a filter',
  description: 'It saves nothing.',
  body: filterBody.meta({ id: 'SegmentCountRequest' }),
  answer: segmentCount,
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => countedOf(store, (await scopeIn(store, call)).scope, call.body.filter),
});
