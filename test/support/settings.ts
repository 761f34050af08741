import { createHash } from 'node:crypto';

/** Settings of the service that tests rely on; the processes that test files share have them. */
export const SETTINGS = {
  ADMIN_API_KEY: `admin_${createHash('sha256').update('admin key of tests').digest('hex')}`,
  ENCRYPTION_KEY: createHash('sha256').update('encryption key of tests').digest('base64'),
  /** The address that providers are told to call; the tests call the API's own. */
  PUBLIC_URL: 'https://notify.example.com/heliograph',
  NOTICE_FROM: 'Notices <notices@example.com>',
  IDEMPOTENCY_TAKEOVER_SECONDS: '4',
  /** Test files that are refused a lot share an API and an address. */
  API_WRONG_KEYS_PER_MINUTE: '100000',
} as const;
