import { z } from 'zod';
import { FINDING_LEVELS } from '../../../core/doctor/finding';
import { answer } from '../../http/formats';
import { adminPaths } from './operation';

const finding = z
  .object({
    area: z.string().describe('What was checked.'),
    level: z.enum(FINDING_LEVELS),
    summary: z.string(),
    action: z.string().nullable().describe('What to do. Null: nothing.'),
  })
  .meta({ id: 'Finding' });

export const doctorPaths = adminPaths('Doctor', {
  'GET /admin/v1/doctor': {
    id: 'doctor',
    summary: 'Check the service and what it depends on',
    description:
      'MongoDB, Temporal, workers, settings, clocks, and for each application its senders, providers, webhook endpoints and backlog. Changes nothing and asks no provider. May take ten seconds.',
    answer: answer('DoctorAnswer', {
      healthy: z.boolean().describe('Whether there is no problem. There may be warnings.'),
      problems: z.int(),
      warnings: z.int(),
      findings: z.array(finding),
    }),
  },
});
