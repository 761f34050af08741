import { Alert, Stack, Text } from '@mantine/core';
import type { Verdict } from '../../api/types';
import { BroadcastLink } from '../broadcast-link';
import { VERDICT_LOOKS } from './looks';
import { Remedies } from './remedy';
import { VerdictSentence } from './sentence';

interface VerdictCardProps {
  verdict: Verdict;
  /** The notification whose page this is. */
  here?: string;
}

/** The answer in a sentence, and what would mend it. */
export function VerdictCard({ verdict, here }: VerdictCardProps) {
  const { color, icon: Icon, word } = VERDICT_LOOKS[verdict.state];
  return (
    <Alert
      color={color}
      variant="light"
      icon={<Icon aria-label={word} />}
      mb="md"
      role="region"
      aria-label="Verdict"
    >
      <Stack gap="sm">
        <Text size="sm" fw={500} className="sentence" style={{ overflowWrap: 'anywhere' }}>
          <VerdictSentence verdict={verdict} />
        </Text>
        {verdict.broadcast && <BroadcastLink broadcast={verdict.broadcast} />}
        <Remedies of={verdict} here={here} />
      </Stack>
    </Alert>
  );
}
