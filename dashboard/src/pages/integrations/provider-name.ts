/** Names of the providers that are no integration. */
const OWN: Readonly<Record<string, string>> = {
  service_smtp: 'the service’s SMTP server',
  sandbox: 'sandbox inbox',
  push: 'push services',
};

interface Named {
  id: string;
  /** Of the integration, as it is now or was. */
  names: readonly (string | null | undefined)[];
}

/** Returns the name of a provider or integration for people. */
export const providerName = ({ id, names }: Named): string => names.find(Boolean) ?? OWN[id] ?? id;
