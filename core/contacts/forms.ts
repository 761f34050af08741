import type { z } from 'zod';
import type { ContactForm } from './table';
import { chatId, email, identifier, language, line, phone, timezone } from '../shared/schemas/fields';

/** What a value of each form must be. */
export const CONTACT_FORMS: Record<ContactForm, z.ZodType<string>> = {
  chat_id: chatId,
  email,
  id: identifier,
  language,
  member_id: line(64).min(1),
  phone,
  text: line(255),
  timezone,
  token: line(4096).min(1),
  url: line(2048),
};
