import { Text } from '@mantine/core';

/** The plain text of a message. */
export const PlainText = ({ text }: { text: string }) => (
  <Text
    component="pre"
    size="sm"
    className="pre frame"
    p="sm"
    m={0}
    tabIndex={0}
    bg="var(--mantine-color-body)"
    ff="monospace"
  >
    {text}
  </Text>
);
