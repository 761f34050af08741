import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useOnce } from '../api/once';
import { ApiProblem, problemText } from '../api/problem';

export interface Change<Input, Answer> {
  run: (input: Input) => Promise<Answer>;
  /** What a success is called, such as "The key was revoked." Absent: the page shows it. */
  says?: string | ((answer: Answer) => string);
  /** Queries whose answers the change makes old. */
  refresh: readonly QueryKey[];
  /** Called after a success. */
  done?: (answer: Answer) => void;
  /** Whether the page shows the error itself, such as beside a field. */
  showsError?: boolean;
}

/** A change of something in the service. It says how it went, and refreshes what it changed. */
export function useChange<Input, Answer>({
  run,
  says,
  refresh,
  done,
  showsError = false,
}: Change<Input, Answer>) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: run,
    onSuccess: async (answer) => {
      const message = typeof says === 'function' ? says(answer) : says;
      if (message !== undefined) notifications.show({ message, color: 'teal' });
      done?.(answer);
      await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      // What was refused may be so because of another change. While the API fails, what is shown stays.
      if (error instanceof ApiProblem && error.status < 500)
        for (const queryKey of refresh) void queries.invalidateQueries({ queryKey });
      if (!showsError)
        notifications.show({
          title: 'This did not work',
          message: problemText(error),
          color: 'red',
          autoClose: 15_000,
        });
    },
  });
  return useOnce(change);
}
