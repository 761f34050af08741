import { List } from '@mantine/core';
import type { Job } from '../../api/types';
import { reasonText } from './words';

/** Why notifications are left as they are, the most frequent reason first. */
export const Reasons = ({ reasons }: Pick<Job, 'reasons'>) => (
  <List size="sm" aria-label="Left as they are">
    {reasons.map(({ code, count }) => (
      <List.Item key={code}>{reasonText(code, count)}</List.Item>
    ))}
  </List>
);
