/** The providers of each channel, by the names of the table (table.ts). */
export { discord } from './discord/providers';
export { email } from './email/providers';
export { push } from './push/providers';
export { slack } from './slack/providers';
export { sms } from './sms/providers';
export { telegram } from './telegram/providers';
export { whatsapp } from './whatsapp/providers';
