/** What is mutated together, and the tests that are to notice. */
export interface MutationGroup {
  /** The folder that its files lie under. */
  name: string;
  mutate: string[];
  tests: string[];
  /** Its tests need a MongoDB. */
  needsMongo?: true;
}

/** Repositories whose writes are conditional. The others only read, insert and remove. */
const CONDITIONAL_WRITES = [
  'accounts/operator-accounts',
  'accounts/sessions',
  'contacts/contacts',
  'contacts/push-tokens',
  'digests/digests',
  'digests/members',
  'maintenance/sweep-state',
  'notifications/cancel-and-close',
  'notifications/claims',
  'notifications/interrupted',
  'notifications/missing-sent-event',
  'notifications/operators',
  'notifications/outcome-change',
  'notifications/outcomes',
  'notifications/receipts',
  'notifications/waits',
  'sending/provider-health',
  'sending/quotas',
  'sending/reservations',
  'suppressions/suppress',
  'webhooks/events',
  'webhooks/health',
  'webhooks/queue',
];

export const MUTATION_GROUPS: MutationGroup[] = [
  {
    name: 'core',
    mutate: ['core/**/*.ts'],
    tests: ['test/unit/core/**/*.test.ts', 'test/unit/scripts/event-schema.test.ts'],
  },
  {
    name: 'store',
    mutate: CONDITIONAL_WRITES.map((file) => `store/${file}.ts`),
    tests: ['test/store/**/*.test.ts'],
    needsMongo: true,
  },
  {
    name: 'channels',
    mutate: [
      'channels/*/*/{receipts,signature,event,events}.ts',
      'channels/receipts/{failure,reference,time}.ts',
      'channels/email/email-receipt.ts',
      'channels/email/ses/sns/*.ts',
      'channels/email/bounces/*.ts',
    ],
    // return-path.test.ts is about sending, and needs what stands outside the sandbox of a service test.
    tests: ['test/receipts/**/!(return-path).test.ts', 'test/unit/channels/**/*.test.ts'],
  },
];

/** What the arguments of `npm run test:mutation` ask for: groups by name, or files of theirs; all without arguments. */
export function groupsFor(args: string[]): MutationGroup[] {
  if (args.length === 0) return MUTATION_GROUPS;
  const unknown = args.filter((arg) => !MUTATION_GROUPS.some((group) => isOf(group, arg)));
  if (unknown.length > 0)
    throw new Error(
      `No group of mutation tests: ${unknown.join(', ')}. Name ${MUTATION_GROUPS.map(({ name }) => name).join(', ')}, or files below.`,
    );
  return MUTATION_GROUPS.flatMap((group) => {
    const own = args.filter((arg) => isOf(group, arg));
    if (own.length === 0) return [];
    return own.includes(group.name) ? group : { ...group, mutate: own };
  });
}

const isOf = ({ name }: MutationGroup, arg: string): boolean => arg === name || arg.startsWith(`${name}/`);
