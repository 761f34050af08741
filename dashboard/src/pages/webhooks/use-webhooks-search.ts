import { useNavigate, useSearch } from '@tanstack/react-router';
import { readWebhooksSearch, type WebhooksSearch } from './search';

/** Returns the filters of the address, and a function that changes them. */
export function useWebhooksSearch(): [WebhooksSearch, (search: WebhooksSearch) => void] {
  const search = readWebhooksSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (next: WebhooksSearch): void => {
    void navigate({ to: '.', search: next as object, resetScroll: false });
  };
  return [search, change];
}
