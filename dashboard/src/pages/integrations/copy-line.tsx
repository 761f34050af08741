import { Button, Code, CopyButton, Group, Text } from '@mantine/core';

/** A value with its name and a button that copies it. */
export const CopyLine = ({ name, value }: { name: string; value: string }) => (
  <Group gap="xs">
    <Text size="sm" c="var(--dimmed-text)">
      {name}
    </Text>
    <Code className="pre">{value}</Code>
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button size="compact-xs" variant="default" onClick={copy}>
          {copied ? 'Copied' : `Copy the ${name.toLowerCase()}`}
        </Button>
      )}
    </CopyButton>
  </Group>
);
