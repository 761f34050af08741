import type { MetadataJson } from 'libphonenumber-js/core';
import maxMetadata from 'libphonenumber-js/max/metadata';
import { z } from 'zod';
import { PHONE_DIGITS } from '../../contacts/phone';
import { TIME_ZONES } from './time-zones';

// What the validators of fields.ts accept, as patterns of JSON Schema: a value that matches is accepted. Generators in
// other languages read them. So they have `[0-9]`, because `\d` means the digits of every script there, and no positive
// lookahead.

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const TOP = '[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])';
const ADDRESS = `${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP}`;

/** As core/contacts/email-address.ts reads it. Addresses beyond ASCII and local parts that need quotes are accepted too, which only the description says. */
export const EMAIL = `^(?![^@]{65})${ADDRESS}$`;

const NAME = '[^\\u0000-\\u001f\\u007f"(),:;<>@[\\\\\\]]';
const QUOTED = '[^\\u0000-\\u001f\\u007f"<>@\\\\]';
export const MAILBOX = `^(?![^@]*[^@ <]{65})(?:${ADDRESS}|(?:"${QUOTED}*"|${NAME}*) <${ADDRESS}>)$`;

const metadata = maxMetadata as unknown as MetadataJson;

/** Every calling code, with as many digits as E.164 leaves it. */
const NUMBER = `\\+(?:${phoneForms().join('|')})`;
export const PHONE = `^${NUMBER}$`;

/** A number, or an alphanumeric sender ID that begins with a letter; the letter may stand elsewhere too. */
export const SMS_SENDER = `^(?:${NUMBER}|[A-Za-z](?:[A-Za-z0-9 ]{0,9}[A-Za-z0-9])?)$`;

function phoneForms(): string[] {
  const codes = [...Object.keys(metadata.country_calling_codes), ...Object.keys(metadata.nonGeographic)];
  const byLength = grouped([...new Set(codes)].sort(), ({ length }) => length);
  return [...byLength].map(([length, some]) => {
    const { least, most } = PHONE_DIGITS;
    return `(?:${some.join('|')})(?:[ ().-]*[0-9]){${least - length},${most - length}}`;
  });
}

/** A language, perhaps with a script and a region, in any case. Other well-formed tags are accepted too. */
export const LANGUAGE = '^[A-Za-z]{2,3}(?:[-_][A-Za-z]{4})?(?:[-_](?:[A-Za-z]{2}|[0-9]{3}))?$';

/** Every name of TIME_ZONES. Names in another case, and newer ones, are accepted too. */
export const TIME_ZONE = `^(?:${Object.entries(TIME_ZONES).map(zonesOf).join('|')})$`;

function zonesOf([area, names]: [string, string]): string {
  const either = `(?:${names.trim().split(/\s+/).join('|').replaceAll('+', '\\+')})`;
  return area === '' ? either : `${area}/${either}`;
}

const DATE =
  '(?:20(?:[02468][048]|[13579][26])-02-29|20[0-9]{2}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8])))';

/** A time in ISO 8601 with its zone, in the years 2000 to 2099. */
export const TIME = z.core.regexes
  .datetime({ offset: true })
  .source.replaceAll('\\d', '[0-9]')
  .replace(/^.*?\)T\(/, `^${DATE}T(`);

/** A month in the years 2000 to 2099. */
export const MONTH = '^20[0-9]{2}-(?:0[1-9]|1[0-2])$';

/** Position in a list, as an answer gives it in `next`. */
export const CURSOR = '^[0-9]{1,15}_[0-9a-f-]{36}$';

/** An `https:` URL whose host is a name, and none that is reserved. */
export const PUBLIC_URL = `^https://(?![^/?#]*\\.(?:local|internal|localhost)(?:[:/?#]|$))(?:${LABEL}\\.)+${TOP}(?::[1-9][0-9]{0,3})?(?:[/?#][!-~]*)?$`;

function grouped<Group>(all: string[], by: (one: string) => Group): Map<Group, string[]> {
  const groups = new Map<Group, string[]>();
  for (const one of all) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}
