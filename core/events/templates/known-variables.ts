import { LINK_VARIABLES } from '../../preferences/links';
import { DATA_NAMES } from './prepare-template';
import { CONTACT_VARIABLES, OUR_FIELDS } from './variables';

/** The variables of the service that any template may name, such as `contact.name` and `@index`. */
export const KNOWN_VARIABLES: readonly string[] = [
  ...CONTACT_VARIABLES.map((name) => `contact.${name}`),
  'contact.meta',
  ...Object.entries(OUR_FIELDS).flatMap(([root, { names }]) => names.map((name) => `${root}.${name}`)),
  'event',
  ...LINK_VARIABLES,
  ...DATA_NAMES.map((name) => `@${name}`),
];
