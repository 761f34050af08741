import { z } from 'zod';
import { countryOf, isPhoneCountry } from '../contacts/phone';
import type { Channel } from '../shared/channels';

/** `sms_countries` of an application in bodies and responses of the admin API. Null: all countries. */
export const smsCountries = z
  .array(
    z
      .string()
      .refine(isPhoneCountry, 'must be a country of ISO 3166-1 in capitals, for example DE')
      .meta({ examples: ['DE'] }),
  )
  .min(1, 'must name at least one country. Send null to allow all')
  .max(250)
  .nullable();

/** Returns why no SMS is sent to a number: its country is not among those that the application allows (CAP-9). Null: it is. */
export function countryProblem(
  allowed: readonly string[] | null | undefined,
  { channel, address }: { channel: Channel; address: string },
): string | null {
  if (channel !== 'sms' || !allowed) return null;
  const country = countryOf(address);
  if (country !== null && allowed.includes(country)) return null;
  const which =
    country === null ? 'The country of the number is not known' : `Numbers of ${country} are not allowed`;
  return `${which}. The application sends SMS to ${allowed.join(', ')} only.`;
}
