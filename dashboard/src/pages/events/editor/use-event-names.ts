import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePlace } from '../../../layout/place';
import { categoriesQuery } from '../../categories/queries';
import type { Names } from '../code/names';
import { declaredFields, namesInTags, namesInValue } from '../file/payload-fields';
import { isMap } from '../file/read';
import { objectIn } from '../preview/sample';
import type { EventDetails } from '../query';

/**
 * Returns what templates and conditions of a file may name: what it declares, what its examples and templates use, and
 * what the service has.
 */
export function useEventNames(
  { names }: EventDetails,
  { file, text }: { file: Record<string, unknown>; text: string },
  samplePayload: string,
): Names {
  const { data: known } = useQuery(categoriesQuery(usePlace()));
  return useMemo(() => {
    const declared = declaredFields(file.payload, '');
    const helpers = new Set(names.helpers.map(({ name }) => name));
    const examples = isMap(file.examples) ? Object.values(file.examples) : [];
    const sample = objectIn(samplePayload);
    const used = namesInTags(text).filter((name) => !helpers.has(name) && !KEYWORDS.has(name));
    const variables = [
      ...declared.map(({ path }) => path),
      ...examples.flatMap((example) => namesInValue(example)),
      ...('value' in sample ? namesInValue(sample.value) : []),
      ...used,
      ...names.variables,
    ];
    const fields = [
      ...declared.map((field) => ({ ...field, path: `payload.${field.path}` })),
      ...names.contact.map((name) => ({ path: `contact.${name}`, types: ['string'] })),
    ];
    const categories = (known ?? []).map(({ name }) => name);
    return { variables: [...new Set(variables)], helpers: names.helpers, fields, categories };
  }, [names, file, text, samplePayload, known]);
}

/** Words of tags that name nothing. */
const KEYWORDS = new Set(['else', 'this', 'as', 'true', 'false', 'null', 'undefined', 't']);
