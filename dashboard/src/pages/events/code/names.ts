import { createContext, useContext } from 'react';
import type { Field } from '../file/payload-fields';
import type { EventDetails } from '../query';

/** What templates and conditions of the event of a page may name. */
export interface Names {
  /** Variables of templates, the event's own first. */
  variables: readonly string[];
  helpers: EventDetails['names']['helpers'];
  /** Fields that conditions compare. */
  fields: readonly Field[];
  /** Categories that the event can belong to. */
  categories: readonly string[];
}

export const NamesContext = createContext<Names>({ variables: [], helpers: [], fields: [], categories: [] });

export const useNames = (): Names => useContext(NamesContext);
