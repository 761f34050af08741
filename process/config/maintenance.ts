import { days, integer } from './values';

export const recovery = {
  IDEMPOTENCY_TAKEOVER_SECONDS: integer(10, 1).describe(
    'Seconds after which a repeated request takes over an idempotency key whose first request never got an answer.',
  ),
  SWEEP_INTERVAL_SECONDS: integer(10, 1).describe(
    'Seconds between two sweeps. A sweep finishes what a crash left incomplete and starts what was accepted while Temporal was unavailable.',
  ),
  SWEEP_AFTER_SECONDS: integer(10, 1).describe(
    'Seconds after which a sweep starts an accepted notification that has no workflow yet.',
  ),
  BACKLOG_LIMIT: integer(100_000, 1, 10_000_000).describe(
    'Maximum accepted notifications of one application that wait for their first step. Above it, sends of the application are answered 429 until fewer wait. They are counted every SWEEP_INTERVAL_SECONDS.',
  ),
};

export const retention = {
  KEEP_NOTIFICATIONS_DAYS: days(90).describe(
    'Days that a notification and its messages are kept after its end. An application can have its own value.',
  ),
  KEEP_CONTENT_DAYS: days(30).describe(
    'Days that the payload and the rendered content of a notification are kept after its end. An application can have its own value.',
  ),
  KEEP_WEBHOOK_ATTEMPTS_DAYS: days(30).describe('Days that the attempts at a webhook event are kept.'),
  KEEP_AUDIT_DAYS: days(400).describe('Days that a record of the audit log is kept.'),
  KEEP_STATISTICS_DAYS: days(400).describe(
    'Days that the numbers of each day are kept. The numbers of each hour are kept 35 days at most.',
  ),
  KEEP_PREFERENCE_CHANGES_DAYS: days(1095).describe(
    'Days that a change of the preferences of a contact is kept in their history. The preferences themselves stay.',
  ),
  KEEP_EVENT_VERSIONS_DAYS: days(400).describe(
    'Days that a version of an event is kept after another one replaced it, or after the event was deleted.',
  ),
  RETENTION_INTERVAL_SECONDS: integer(3600, 1).describe(
    'Seconds between two runs of the job that deletes data past the KEEP_…_DAYS settings.',
  ),
};
