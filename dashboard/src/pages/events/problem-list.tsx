import { Anchor, List, Text } from '@mantine/core';
import { CircleAlert, TriangleAlert } from 'lucide-react';

interface Line {
  /** Name of the file. Absent: the page shows one file only. */
  file?: string;
  line: number;
  message: string;
  severity?: 'error' | 'warning';
}

interface ProblemListProps {
  problems: readonly Line[];
  /** Goes to a line of the file that the page shows. */
  goTo?: (line: number) => void;
}

/** What is wrong with event files, in the words of the API, with the line of each. */
export const ProblemList = ({ problems, goTo }: ProblemListProps) => (
  <List size="sm" spacing={6} listStyleType="none" mb="sm" aria-label="Problems of the file">
    {problems.map((problem) => (
      <List.Item
        key={`${problem.file}:${problem.line}:${problem.message}`}
        icon={
          problem.severity === 'warning' ? (
            <TriangleAlert size={16} color="var(--mantine-color-orange-7)" aria-label="Warning" />
          ) : (
            <CircleAlert size={16} color="var(--mantine-color-red-7)" aria-label="Error" />
          )
        }
      >
        <Text size="sm" component="span" className="pre">
          <Place {...problem} goTo={goTo} /> {problem.message}
        </Text>
      </List.Item>
    ))}
  </List>
);

function Place({ file, line, goTo }: Line & Pick<ProblemListProps, 'goTo'>) {
  const text = file === undefined ? `Line ${line}:` : `${file}:${line}:`;
  if (!goTo) return <b>{text}</b>;
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => goTo(line)}>
      {text}
    </Anchor>
  );
}
