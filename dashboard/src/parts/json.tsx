import { Code } from '@mantine/core';

/** A value as JSON, to read and to copy. */
export const Json = ({ value }: { value: unknown }) => (
  <Code block className="pre" tabIndex={0}>
    {JSON.stringify(value, null, 2)}
  </Code>
);
