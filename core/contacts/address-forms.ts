import { CHANNEL_ROWS, type ChannelWith } from '../../channels/table';
import { emailKey, normalizeEmail } from './email-address';
import { parseE164, phoneForms } from './phone';
import type { FieldsWith } from './rows';

/** How the addresses of a field are written and compared. */
export interface AddressForm {
  /** Returns the form in which an address is compared; null if it is no such address. */
  normalize(input: string): string | null;
  /** What it must be, as errors say it. */
  must: string;
  /** Returns how an address stands in unique keys and hashes. */
  key(address: string): string;
  /** Returns the forms in which networks write an address, the one that is compared first. */
  forms(address: string): [string, ...string[]];
}

type FieldOf<Name extends keyof typeof CHANNEL_ROWS> = (typeof CHANNEL_ROWS)[Name]['address'];

/** The fields that hold several addresses, and those whose addresses can be suppressed. */
export type AddressField = FieldOf<ChannelWith<'suppressible', true>> | FieldsWith<{ holds: 'newest' }>;

export const ADDRESS_FORMS: Record<AddressField, AddressForm> = {
  emails: {
    normalize: normalizeEmail,
    must: 'must be an e-mail address',
    key: emailKey,
    forms: (address) => [address],
  },
  phones: {
    normalize: parseE164,
    must: 'must be a phone number in E.164 form, + then country code then number',
    key: (phone) => phone,
    forms: phoneForms,
  },
};

/** Returns how addresses of a channel are written. */
export const addressFormOf = (channel: ChannelWith<'suppressible', true>): AddressForm =>
  ADDRESS_FORMS[CHANNEL_ROWS[channel].address];

/** Returns what all spellings of an address have in common. */
export const comparedAs = ({ key, forms }: AddressForm, address: string): string => key(forms(address)[0]);
