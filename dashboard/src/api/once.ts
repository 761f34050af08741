import type { MutateOptions, UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

type Options<Answer, Input> = MutateOptions<Answer, Error, Input>;

interface Once<Answer, Input> {
  mutate: (input: Input, options?: Options<Answer, Input>) => void;
  mutateAsync: (input: Input, options?: Options<Answer, Input>) => Promise<Answer>;
}

/**
 * A change that two quick clicks make once. A button learns that its change runs only when it is drawn again. Until then
 * a second call with the same input is the first one.
 */
export function useOnce<Answer, Input>(change: UseMutationResult<Answer, Error, Input>) {
  const running = useRef<{ of: string | undefined; answer: Promise<Answer> }>(null);
  const mutateAsync: Once<Answer, Input>['mutateAsync'] = (input, options) => {
    const of = JSON.stringify(input);
    if (running.current?.of === of && running.current) return running.current.answer;
    const answer = change.mutateAsync(input, options).finally(() => {
      if (running.current?.answer === answer) running.current = null;
    });
    running.current = { of, answer };
    return answer;
  };
  const mutate: Once<Answer, Input>['mutate'] = (input, options) =>
    void mutateAsync(input, options).catch(() => undefined);
  return { ...change, mutate, mutateAsync };
}
