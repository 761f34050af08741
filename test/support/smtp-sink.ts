import { outside } from './outside';

export type { SinkAnswer, SmtpSink } from './outside/smtp-sink';
export const { startSmtpSink } = outside;
