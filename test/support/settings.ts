/** Settings of the service that tests rely on; the processes that test files share have them. */
export const SETTINGS = {
  ADMIN_API_KEY: 'admin_0123456789abcdefghijklmnopqrstuv',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  /** The address that providers are told to call; the tests call the API's own. */
  PUBLIC_URL: 'https://notify.example.com/heliograph',
  NOTICE_FROM: 'Notices <notices@example.com>',
  IDEMPOTENCY_TAKEOVER_SECONDS: '4',
} as const;
