import { defineSignal, setHandler } from '@temporalio/workflow';
import type { Sequence, SequenceApi } from '../../../workflows/engine/api';
import { SEQUENCES } from '../../../workflows/sequences/registry';

/** How long the sequence waits for an answer, milliseconds. */
export const ANSWER_MS = 20_000;

/** The signal that answers. */
export const ANSWERED = 'answered';
const answered = defineSignal(ANSWERED);

/** Asks, and thanks if a signal answers in time. So the number of messages shows whether the signal came. */
async function question({ send, waitFor }: SequenceApi): Promise<void> {
  let isAnswered = false;
  setHandler(answered, () => void (isAnswered = true));
  await send('question');
  if (await waitFor('an answer', () => isAnswered, ANSWER_MS)) await send('thanks');
}

Object.assign(SEQUENCES, { question } satisfies Record<string, Sequence>);
