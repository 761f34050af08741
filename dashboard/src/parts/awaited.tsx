import { Center, Loader, Skeleton } from '@mantine/core';
import { PageHead } from './page-head';
import { Problem } from './problem';

interface AwaitedProps {
  query: { data: unknown; error: unknown; refetch: () => unknown };
  /** Height of what will be there, pixels. Absent: it is not known. */
  height?: number;
  /** Title of a page until it is read. Absent: it has one. */
  title?: string;
}

/** What is shown of a query while its answer is awaited, and why it did not come. */
export function Awaited({ query: { data, error, refetch }, height, title }: AwaitedProps) {
  if (error !== null)
    return (
      <>
        {title !== undefined && <PageHead title={title} />}
        <Problem error={error} retry={() => void refetch()} />
      </>
    );
  if (data !== undefined) return null;
  if (height !== undefined) return <Skeleton h={height} aria-label="Loading" role="status" />;
  return (
    <>
      {title !== undefined && <PageHead title={title} />}
      <Center py="xl">
        <Loader aria-label="Loading" />
      </Center>
    </>
  );
}
