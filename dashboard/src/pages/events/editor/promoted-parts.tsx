import { Accordion, Checkbox, Stack, Text } from '@mantine/core';
import { MergeFiles } from '../code/code';
import type { PromotedPart } from './promotion';

interface PromotedPartsProps {
  /** Those that production lacks or has otherwise. */
  parts: readonly PromotedPart[];
  /** Other events of production that change with them. */
  others: readonly string[];
  chosen: boolean;
  choose: (chosen: boolean) => void;
}

/** Shows how the layouts and partials of an event differ, and asks whether they go to production with it. */
export const PromotedParts = ({ parts, others, chosen, choose }: PromotedPartsProps) => (
  <Stack gap="xs">
    <Text size="sm">
      The event uses files that production lacks or has otherwise. Open one to compare it.
    </Text>
    <Accordion variant="contained">
      {parts.map(({ name, state, before, after }) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control>
            {name}: {state === 'missing' ? 'production lacks it' : 'production has another content'}
          </Accordion.Control>
          <Accordion.Panel>
            <MergeFiles
              before={{ label: 'Production', text: before ?? '' }}
              after={{ label: 'Sandbox', text: after ?? '' }}
            />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
    <Checkbox
      label="Promote these files too"
      description={
        others.length > 0
          ? `These events of production change with them: ${others.join(', ')}`
          : 'No other event of production changes with them'
      }
      checked={chosen}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  </Stack>
);
