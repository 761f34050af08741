import { List } from '@mantine/core';
import { byNumber, numberText, skippedText } from './words';

/** Why people get nothing, the most frequent reason first. */
export const SkipReasons = ({ skipped }: { skipped: Readonly<Record<string, number>> }) => (
  <List size="sm" aria-label="Why people are skipped">
    {byNumber(skipped).map(([code, count]) => (
      <List.Item key={code}>
        {numberText(count)} {skippedText(code)}
      </List.Item>
    ))}
  </List>
);
