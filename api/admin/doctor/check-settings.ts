import { type Finding, findingsOf } from '../../../core/doctor/finding';
import type { ApiDeps } from '../../deps';

const { ok, problem, warning } = findingsOf('settings');
const LOOPBACK = /^http:\/\/(?:127\.|localhost|\[::1\])/;

/** Checks settings that are valid and not good. What is invalid stops the start. */
export async function checkSettings({
  development,
  vault,
  encryptionCheck,
  noticeMail,
  publicUrl,
  dashboardUrl,
}: ApiDeps): Promise<Finding[]> {
  const findings = [
    (await encryptionCheck.check().catch(encryptionCheck.state)) === 'changed' &&
      problem(
        'ENCRYPTION_KEY is not the key that this database is encrypted with. Sends are 503, and credentials cannot be read.',
        'Set the old key again, or put it behind the new one (docs/operations/encryption-key.md).',
      ),
    development &&
      warning('HELIOGRAPH_MODE is development.', 'Set production, unless this service is for trying only.'),
    !vault.canSeal &&
      warning(
        'There is no ENCRYPTION_KEY, so no integration can be added.',
        'Set one: openssl rand -base64 32 (docs/operations/encryption-key.md).',
      ),
    !noticeMail &&
      warning(
        'There is no SMTP_URL, so invitations and notices to owners are not mailed.',
        'Set SMTP_URL and NOTICE_FROM.',
      ),
    publicUrl === undefined &&
      warning(
        'There is no PUBLIC_URL, so receipts of providers are checked with the address that requests name.',
        'Set the address under which providers reach the production API.',
      ),
    !development &&
      LOOPBACK.test(dashboardUrl) &&
      warning(
        'DASHBOARD_URL is on this machine, so links that sign in work here only.',
        'Set the address that operators open.',
      ),
  ].filter((finding) => finding !== false);
  return findings.length > 0 ? findings : [ok('The settings suit production.')];
}
