import type { Router } from 'express';
import { type Finding, findingsOf } from '../../../core/doctor/finding';
import type { ApiDeps } from '../../deps';
import { resource } from '../../http/resource';
import { checkApplication } from './check-application';
import { checkIntegrations } from './check-integrations';
import { checkMongodb } from './check-mongodb';
import { checkSenders } from './check-senders';
import { checkSettings } from './check-settings';
import { checkTemporal } from './check-temporal';

/** Maximum number of applications that are checked. */
const MAX_APPLICATIONS = 50;

/** The route that checks the service and what it depends on. It changes nothing. */
export function doctorRoutes(router: Router, deps: ApiDeps): void {
  const { store, log } = deps;

  resource(router, '/admin/v1/doctor', {
    get: async (_request, response) => {
      const checks = await Promise.all([
        checked('mongodb', () => checkMongodb(deps)),
        checked('temporal', () => checkTemporal(deps)),
        checked('settings', () => checkSettings(deps)),
        checked('applications', checkApplications),
      ]);
      const findings = checks.flat();
      const problems = findings.filter(({ level }) => level === 'problem').length;
      const warnings = findings.filter(({ level }) => level === 'warning').length;
      response.json({ success: true, healthy: problems === 0, problems, warnings, findings });
    },
  });

  async function checkApplications(): Promise<Finding[]> {
    const all = await store.applications.list();
    const some = all.slice(0, MAX_APPLICATIONS);
    const [senders, integrations, ...own] = await Promise.all([
      checkSenders(some, deps),
      checkIntegrations(some, deps),
      ...some.map((application) => checkApplication(application, deps)),
    ]);
    const { warning } = findingsOf('applications');
    const rest =
      all.length > some.length
        ? [warning(`Only ${some.length} of ${all.length} applications were checked.`, 'Look at the others.')]
        : [];
    return [...own.flat(), ...integrations, ...senders, ...rest];
  }

  async function checked(area: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
    try {
      return await check();
    } catch (error) {
      log.warn({ err: error, area }, 'a check of the doctor failed');
      return [findingsOf(area).problem('The check failed.', 'The log of the API says why.')];
    }
  }
}
