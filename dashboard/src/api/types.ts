import type { components } from '../../../generated/admin-openapi';

type Schemas = components['schemas'];

export type Application = Schemas['Application'];
export type Operator = Schemas['Operator'];
export type NotificationLine = Schemas['NotificationLine'];
export type NotificationDetails = Schemas['NotificationDetails'];
export type NotificationStep = Schemas['NotificationStep'];
export type MessageDetails = Schemas['MessageDetails'];
export type ExplainEntry = Schemas['ExplainEntry'];
export type Pause = Schemas['Pause'];
export type Verdict = Schemas['Verdict'];
export type Incident = Schemas['Incident'];
export type Remedy = Schemas['Remedy'];
export type Integration = Schemas['Integration'];
export type SearchAnswer = Schemas['SearchAnswer'];
export type Statistics = Schemas['Statistics'];
export type Usage = Schemas['Usage'];
export type Channel = Integration['channel'];
export type NotificationStatus = NotificationLine['status'];
export type Environment = 'production' | 'sandbox';
export type Job = Schemas['Job'];
export type JobResult = Schemas['JobResult'];
