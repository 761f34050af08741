import { Alert, Text } from '@mantine/core';
import { Problem } from '../../../parts/problem';
import { ProblemList } from '../problem-list';
import type { Outcome } from './save';

interface OutcomeOfSaveProps {
  outcome: Outcome;
  /** The file as it is now. */
  text: string;
  goTo: (line: number) => void;
}

/** Says how the last save or check went, with the problems and warnings that the API found. */
export function OutcomeOfSave({ outcome: { problems, error, says, of }, text, goTo }: OutcomeOfSaveProps) {
  const isOld = of !== text;
  if (error === undefined && (says === null || (isOld && problems.length === 0))) return null;
  const list = (
    <>
      {problems.length > 0 && <ProblemList problems={problems} goTo={goTo} />}
      {isOld && (
        <Text size="xs" mt={4}>
          You have changed the file since.
        </Text>
      )}
    </>
  );
  if (error !== undefined)
    return (
      <>
        <Problem error={error} />
        {list}
      </>
    );
  return (
    <Alert color={problems.length > 0 ? 'orange' : 'teal'} role="status" mb="sm">
      <Text size="sm" mb={problems.length > 0 ? 'xs' : 0}>
        {says}
      </Text>
      {list}
    </Alert>
  );
}
