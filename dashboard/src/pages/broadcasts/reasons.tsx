import { List, VisuallyHidden } from '@mantine/core';
import { usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import { byNumber, numberText, skippedText } from './words';

interface SkipReasonsProps {
  skipped: Readonly<Record<string, number>>;
  /** Id of the broadcast that has skipped them. Absent: it would. */
  broadcast?: string;
}

/** Why people get nothing, the most frequent reason first. */
export const SkipReasons = ({ skipped, broadcast }: SkipReasonsProps) => (
  <List size="sm" aria-label="Why people are skipped">
    {byNumber(skipped).map(([code, count]) => (
      <List.Item key={code}>
        {numberText(count)} {skippedText(code, count)}
        {/* Who had left the audience has no notification. */}
        {broadcast !== undefined && code !== 'LEFT' && (
          <>
            {', '}
            <Skipped {...{ broadcast, code, count }} />
          </>
        )}
      </List.Item>
    ))}
  </List>
);

function Skipped({ broadcast, code, count }: { broadcast: string; code: string; count: number }) {
  const place = usePlace();
  return (
    <AnchorLink
      size="sm"
      to="/$app/$environment/activity"
      params={place}
      search={{ broadcast, status: 'failed', code }}
    >
      see them<VisuallyHidden>: {skippedText(code, count)}</VisuallyHidden>
    </AnchorLink>
  );
}
