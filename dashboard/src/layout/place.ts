import { useParams } from '@tanstack/react-router';
import type { Environment } from '../api/types';

/** What a page is about. `app` is the name of an application. */
export interface Place {
  app: string;
  environment: Environment;
}

const KEY = 'heliograph-place';

/** The application and environment that were open last, for the next visit. */
export const lastPlace = {
  remember: (place: Place): void => localStorage.setItem(KEY, JSON.stringify(place)),
  read: (): Place | null => {
    try {
      const { app, environment } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Place>;
      return typeof app === 'string' && environment ? { app, environment } : null;
    } catch {
      return null;
    }
  },
};

/** The application and environment of the page, from its address. */
export function usePlace(): Place {
  const { app = '', environment } = useParams({ strict: false });
  return { app, environment: environment === 'sandbox' ? 'sandbox' : 'production' };
}
