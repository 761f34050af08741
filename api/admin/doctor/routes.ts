import { z } from 'zod';
import { type Finding, FINDING_LEVELS, findingsOf } from '../../../core/doctor/finding';
import type { ApiDeps } from '../../deps';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { checkApplication } from './check-application';
import { checkIntegrations } from './check-integrations';
import { checkMongodb } from './check-mongodb';
import { checkSenders } from './check-senders';
import { checkSettings } from './check-settings';
import { checkTemporal } from './check-temporal';

/** Maximum number of applications that are checked. */
const MAX_APPLICATIONS = 50;

const finding = z
  .object({
    area: z.string().describe('What was checked.'),
    level: z.enum(FINDING_LEVELS),
    summary: z.string(),
    action: z.string().nullable().describe('What to do. Null: nothing.'),
  })
  .meta({ id: 'Finding' });

/** Checks the service and what it depends on. It changes nothing. */
export const doctor = route({
  id: 'doctor',
  tag: 'Doctor',
  method: 'get',
  path: '/admin/v1/doctor',
  role: 'viewer',
  summary: 'Check the service and what it depends on',
  description:
    'MongoDB, Temporal, workers, settings, clocks, and for each application its senders, providers, webhook endpoints and backlog. Changes nothing and asks no provider. May take ten seconds.',
  answer: answer('DoctorAnswer', {
    healthy: z.boolean().describe('Whether there is no problem. There may be warnings.'),
    problems: z.int(),
    warnings: z.int(),
    findings: z.array(finding),
  }),
  handler: async (_call, deps) => {
    const checks = await Promise.all([
      checked(deps, 'mongodb', () => checkMongodb(deps)),
      checked(deps, 'temporal', () => checkTemporal(deps)),
      checked(deps, 'settings', () => checkSettings(deps)),
      checked(deps, 'applications', () => checkApplications(deps)),
    ]);
    const findings = checks.flat();
    const problems = findings.filter(({ level }) => level === 'problem').length;
    const warnings = findings.filter(({ level }) => level === 'warning').length;
    return { healthy: problems === 0, problems, warnings, findings };
  },
});

async function checkApplications(deps: ApiDeps): Promise<Finding[]> {
  const all = await deps.store.applications.list();
  const some = all.slice(0, MAX_APPLICATIONS);
  const [senders, integrations, ...own] = await Promise.all([
    checkSenders(some, deps),
    checkIntegrations(some, deps),
    ...some.map((application) => checkApplication(application, deps)),
  ]);
  const { warning } = findingsOf('applications');
  const rest =
    all.length > some.length
      ? [
          warning(
            `Only ${some.length} of ${all.length} applications were checked.`,
            'Check the others yourself.',
          ),
        ]
      : [];
  return [...own.flat(), ...integrations, ...senders, ...rest];
}

async function checked({ log }: ApiDeps, area: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    log.warn({ err: error, area }, 'a check of the doctor failed');
    return [findingsOf(area).problem('The check failed.', 'See the log of the API.')];
  }
}
