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
        'ENCRYPTION_KEY does not contain the key of this database. Sends are answered 503, and credentials cannot be decrypted.',
        'Set the old key again, or add it after the new one (docs/operations/encryption-key.md).',
      ),
    development &&
      warning(
        'HELIOGRAPH_MODE is development.',
        'Set it to production, unless this service is only for trials.',
      ),
    !vault.canSeal &&
      warning(
        'ENCRYPTION_KEY is not set, so integrations cannot be added.',
        'Set one: openssl rand -base64 32 (docs/operations/encryption-key.md).',
      ),
    !noticeMail &&
      warning(
        'SMTP_URL is not set, so invitations and notices to owners are not mailed.',
        'Set SMTP_URL and NOTICE_FROM.',
      ),
    publicUrl === undefined &&
      warning(
        'PUBLIC_URL is not set, so receipts of providers are checked with the address in their requests.',
        'Set the address under which providers reach the production API.',
      ),
    !development &&
      LOOPBACK.test(dashboardUrl) &&
      warning(
        'DASHBOARD_URL is on this machine, so sign-in links work only here.',
        'Set it to the address that operators open.',
      ),
  ].filter((finding) => finding !== false);
  return findings.length > 0 ? findings : [ok('The settings suit production.')];
}
