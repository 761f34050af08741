import { z } from 'zod';
import { shownFilter } from '../../core/schemas/segments';
import type { TopicSize } from '../../core/topics/size';
import type { Segment } from '../../store/segments/segments';
import { contactSchema } from '../contacts/view';
import { answer, next, timestamp } from '../http/formats';

const segmentSchema = z
  .object({
    segment: z.string().describe('Its name in paths.'),
    name: z.string().describe('For people.'),
    description: z.string().nullable(),
    filter: shownFilter,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Segment', description: 'A saved filter of contacts.' });

const size = {
  contacts: z.int().min(0).describe('How many contacts are in it.'),
  contacts_exact: z
    .boolean()
    .describe('Whether they were counted. False: `contacts` is an estimate (SEGMENT-4).'),
};

export const segmentAnswer = answer('SegmentAnswer', { segment: segmentSchema, ...size });
export const segmentsAnswer = answer('SegmentsAnswer', { segments: z.array(segmentSchema), next });
export const segmentCount = answer('SegmentCount', size);
export const segmentDeleted = answer('SegmentDeleted', { deleted: z.boolean() });
export const membersAnswer = answer('SegmentContactsAnswer', { contacts: z.array(contactSchema), next });

export const sizeView = ({ count, isExact }: TopicSize) => ({ contacts: count, contacts_exact: isExact });

export const segmentView = ({ segment, name, description, filter, createdAt, updatedAt }: Segment) => ({
  ...{ segment, name, description, filter: JSON.parse(filter) as z.output<typeof shownFilter> },
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});
