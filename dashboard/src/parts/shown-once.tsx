import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core';

interface ShownOnceProps {
  title: string;
  value: string;
  /** What it is for. */
  children?: string;
}

/** A secret that the API gives once. */
export const ShownOnce = ({ title, value, children }: ShownOnceProps) => (
  <Alert title={title} color="teal" my="sm" role="status">
    <Text size="sm" mb="xs">
      {children} It is shown this once. Copy it now.
    </Text>
    <Group gap="xs" align="flex-start">
      <Code className="pre" p="xs">
        {value}
      </Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  </Alert>
);
