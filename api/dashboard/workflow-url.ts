import type { Config } from '../../process/config';

/** Returns the address of a workflow in the Temporal UI, with `{id}` for its id. Null: there is no TEMPORAL_UI_URL. */
export const workflowUrlOf = ({
  TEMPORAL_UI_URL: ui,
  TEMPORAL_NAMESPACE: namespace,
}: Config): string | null =>
  ui === undefined ? null : `${ui}/namespaces/${encodeURIComponent(namespace)}/workflows/{id}`;
