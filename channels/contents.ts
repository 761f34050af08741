/** What the templates of each channel hold, by the names of the table (table.ts). */
export { discord } from './discord/content';
export { email } from './email/content';
export { push } from './push/content';
export { slack } from './slack/content';
export { sms } from './sms/content';
export { telegram } from './telegram/content';
export { whatsapp } from './whatsapp/content';
