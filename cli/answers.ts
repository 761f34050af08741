import type { components } from '../generated/admin-openapi';

// What the admin routes answer and take: types from docs/admin-openapi.json.

type Schemas = components['schemas'];

export type Application = Schemas['Application'];
export type ApplicationChanges = Schemas['ApplicationChanges'];
export type Contact = Schemas['Contact'];
export type PreferenceImportEntry = Schemas['PreferenceImportRequest']['entries'][number];
export type OperatorLink = Schemas['OperatorLink'];
export type Finding = Schemas['Finding'];
export type Doctor = Schemas['DoctorAnswer'];
export type SenderRecord = Schemas['SenderRecord'];
export type SenderRecords = Schemas['SenderRecords'];
export type Dkim = Schemas['DkimAnswer'];
export type AuditRecord = Schemas['AuditRecord'];
export type Suppression = Schemas['Suppression'];
export type Pause = Schemas['Pause'];
export type Integration = Schemas['Integration'];
export type ProviderDescription = Schemas['Provider'];
export type ScheduleLine = Schemas['Schedule'];
export type ScheduleRequest = Schemas['ScheduleRequest'];
export type ScheduleRun = Schemas['ScheduleRun'];
export type EventChange = Schemas['EventChange']['change'];
export type ChangedMessage = Schemas['ChangedMessage'];
export type CategoryLine = Schemas['Category'];
export type Promotion = Schemas['EventPromoted'];
export type PartChange = Schemas['PartChange'];
export type EventVersion = Schemas['EventVersion'];
export type NotificationDetails = Schemas['NotificationDetails'];
export type MessageDetails = Schemas['MessageDetails'];
export type RenderedDetails = Schemas['RenderedMessage'];
export type Tenant = Schemas['Tenant'];
export type Topic = Schemas['Topic'];
export type Segment = Schemas['Segment'];
export type SegmentFilter = Schemas['SegmentFilter'];
export type SegmentSize = Pick<Schemas['SegmentAnswer'], 'contacts' | 'contacts_exact'>;
export type TopicImport = Schemas['TopicImport'];
export type TenantChanges = Schemas['TenantRequest'];
export type AttemptDetails = Schemas['Attempt'];
export type Explanation = Schemas['Explanation'];
export type Incident = Schemas['Incident'];
export type StoryEntry = Schemas['ExplainEntry'];
/** Who tried to hand a message over. */
export type MadeBy = Pick<AttemptDetails, 'provider' | 'provider_id' | 'integration'>;
export type NotificationLine = Schemas['NotificationLine'];
export type Statistics = Schemas['Statistics'];
export type Numbers = Schemas['Numbers'];
export type Usage = Schemas['Usage'];
export type Broadcast = Schemas['Broadcast'];
export type BroadcastPreview = Schemas['BroadcastPreview'];
export type Job = Schemas['Job'];
export type JobPreview = Schemas['JobPreview'];
export type ResealPage = Schemas['ResealAnswer'];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type WebhookEventLine = Schemas['WebhookEventLine'];
export type WebhookEventDetails = Schemas['WebhookEventDetails'];
export type WebhookAttemptDetails = Schemas['WebhookAttemptDetails'];
