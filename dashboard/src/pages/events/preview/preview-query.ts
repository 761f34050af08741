import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client';
import type { Channel } from '../../../api/types';
import type { Place } from '../../../layout/place';
import type { RenderedMessage } from '../query';
import { objectIn, type Sample } from './sample';

interface Previewed {
  place: Place;
  name: string;
  /** What the message is made from: the file, or the time when it was saved. A newer one looks different. */
  of: string;
  /** The file, if it is not saved. */
  file: string | undefined;
  which: { step: string; channel: Channel; language: string };
  sample: Pick<Sample, 'payload' | 'contact'>;
}

/** A message of the saved event as a send renders it. It is the same until its file or its sample changes. */
export const previewQuery = ({ place, name, of, file, which, sample }: Previewed) =>
  queryOptions({
    queryKey: ['event-preview', place.app, place.environment, name, of, which, sample],
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    // The message of another template would only be mistaken for this one.
    placeholderData: (previous: RenderedMessage | undefined, query): RenderedMessage | undefined =>
      JSON.stringify(query?.queryKey[5]) === JSON.stringify(which) ? previous : undefined,
    queryFn: async ({ signal }) => {
      const { step, ...template } = which;
      const { rendered } = await api.post('/admin/v1/applications/{app}/events/{environment}/{name}/render', {
        ...place,
        name,
        body: {
          ...template,
          file,
          ...(step !== '' && { step }),
          payload: given(sample.payload),
          contact: given(sample.contact),
        },
        signal,
      });
      return rendered;
    },
  });

function given(text: string): Record<string, unknown> {
  const read = objectIn(text);
  return 'value' in read ? read.value : {};
}
