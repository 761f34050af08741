import type { Dialer } from '../../../net/dialer';
import type { Provider } from '../../provider';
import { createSmtpProvider } from './client';

/** Sends e-mails of the service itself: to owners of applications, and to operators. */
export interface NoticeMail {
  provider: Provider;
  /** Sender, an address or `Name <address>`. */
  from: string;
}

export interface NoticeMailOptions {
  /** SMTP_URL. Without one there is no mail. */
  url: string | undefined;
  allowPlaintext: boolean;
  ehloName: string | undefined;
  dialer: Dialer;
  from: string;
}

/** Connects when the first e-mail is sent. */
export const createNoticeMail = ({ url, from, ...smtp }: NoticeMailOptions): NoticeMail | null =>
  url === undefined ? null : { provider: createSmtpProvider({ url, poolSize: 1, ...smtp }), from };
