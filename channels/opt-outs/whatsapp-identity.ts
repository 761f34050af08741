/**
 * Returns whether a text is an identity of WhatsApp without a number: a business-scoped user id, such as
 * `US.13491208655302741918` or `US.ENT.11815799212886844830`, of people who hide their number behind a user name
 * (developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids).
 */
export const isWhatsAppIdentity = (text: string): boolean =>
  /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/.test(text);
