/** Steps that can be added, by name, each as it begins. */
export const NEW_STEPS: readonly { name: string; about: string; step: Record<string, unknown> }[] = [
  { name: 'Send', about: 'a message', step: { send: null } },
  { name: 'Wait', about: 'for a time', step: { wait: '1d' } },
  {
    name: 'Condition',
    about: 'two branches',
    step: { if: { value: 'payload.plan', is: 'pro' }, then: [{ send: null }] },
  },
  { name: 'Digest', about: 'many sends into one', step: { digest: '30m' } },
  { name: 'End', about: 'of the notification', step: { end: true } },
];
