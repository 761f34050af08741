import type { Channel } from '../shared/channels';

/** Where the pages of preferences are, below PUBLIC_URL. */
export const PREFERENCES_PATH = '/preferences';
export const UNSUBSCRIBE_PATH = `${PREFERENCES_PATH}/unsubscribe`;

/** Local part of the address at BOUNCE_DOMAIN that unsubscribes. The subject of a mail to it is the token. */
export const UNSUBSCRIBE_MAILBOX = 'unsubscribe';

/** The links of one message to its recipient. */
export interface Links {
  /** `{{unsubscribe_url}}` */
  unsubscribeUrl: string;
  /** `{{preferences_url}}` */
  preferencesUrl: string;
  /** `mailto:` address that unsubscribes; absent: nobody receives its mail. */
  unsubscribeMail?: string;
}

/** Names of the links in templates. */
export const LINK_VARIABLES = ['unsubscribe_url', 'preferences_url'] as const;

/** Returns the links with a token. Only headers of e-mail have the address of a mail. */
export const linksOf = (
  { publicUrl, mailDomain }: { publicUrl: string; mailDomain: string | null },
  token: string,
  channel?: Channel,
): Links => ({
  unsubscribeUrl: `${publicUrl}${UNSUBSCRIBE_PATH}/${token}`,
  preferencesUrl: `${publicUrl}${PREFERENCES_PATH}/${token}`,
  ...(channel === 'email' &&
    mailDomain !== null && {
      unsubscribeMail: `mailto:${UNSUBSCRIBE_MAILBOX}@${mailDomain}?subject=${token}`,
    }),
});

/** Returns links of the usual length that lead to nobody, for previews and for the length of an SMS. */
export const sampleLinks = (publicUrl = 'https://notify.example.com'): Links =>
  linksOf({ publicUrl, mailDomain: null }, 'preview'.padEnd(SAMPLE_LENGTH, '-'));
const SAMPLE_LENGTH = 110;

/** Whether a text has a template that names one of the links. */
export const mentionsLink = (text: string, names: readonly string[] = LINK_VARIABLES): boolean =>
  names.some((name) => new RegExp(`\\{\\{[^{}]*\\b${name}\\b[^{}]*\\}\\}`).test(text));

/** Only the service on this machine has an address without TLS, in development. */
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?:[:/]|$)/;

/** Whether e-mails can have an address in their headers of unsubscribing. */
export const isUnsubscribeUrl = (url: string): boolean => url.startsWith('https://') || LOOPBACK.test(url);
