import { Center, Loader, Skeleton } from '@mantine/core';
import { Problem } from './problem';

interface AwaitedProps {
  query: { data: unknown; error: unknown; refetch: () => unknown };
  /** Height of what will be there, pixels. Absent: it is not known. */
  height?: number;
}

/** What is shown of a query while its answer is awaited, and why it did not come. */
export function Awaited({ query: { data, error, refetch }, height }: AwaitedProps) {
  if (error !== null) return <Problem error={error} retry={() => void refetch()} />;
  if (data !== undefined) return null;
  if (height !== undefined) return <Skeleton h={height} aria-label="Loading" role="status" />;
  return (
    <Center py="xl">
      <Loader aria-label="Loading" />
    </Center>
  );
}
