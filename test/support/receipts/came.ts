import { randomBytes } from 'node:crypto';
import { receiptsOfMail } from '../../../channels/email/bounces/receipts-of-mail';
import { readReportMail } from '../../../channels/email/bounces/report-mail';
import type { ReceiptReading } from '../../../channels/receipts/receipts';
import { createReturnAddresses } from '../../../core/receipts/return-address';
import { OUR_IDS, readAs } from './call';

/** Return addresses of ours, and such as ours with another key. */
export const addresses = createReturnAddresses({ domain: 'bounces.example.com', keys: [randomBytes(32)] });
export const others = createReturnAddresses({ domain: 'bounces.example.com', keys: [randomBytes(32)] });
/** The return address of our message. */
export const own = addresses.make(OUR_IDS);
/** Where feedback loops report to, whatever the message. */
export const FBL = 'fbl@bounces.example.com';

/** A mail, and the address that it came to. */
export interface Came {
  mail: Buffer;
  /** @default the return address of our message */
  recipient?: string;
}
/** Reads a mail as the listener does. */
export const readCame = async ({ mail, recipient = own }: Came): Promise<ReceiptReading> =>
  readAs(...receiptsOfMail(await readReportMail(mail), recipient, addresses));
