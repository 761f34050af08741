import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { TOPIC, topicsKey } from './queries';

/** A button that adds contacts that exist to a topic. Those that were refused stay in the field. */
export function AddContacts({ topic }: { topic: string }) {
  const place = usePlace();
  const [text, setText] = useState('');
  const contacts = text.split('\n').flatMap((line) => line.trim() || []);
  return (
    <FormDialog
      label="Add contacts"
      title="Add contacts"
      action="Add"
      reset={() => setText('')}
      change={{
        run: async () => {
          const answer = await api.post(`${TOPIC}/subscriptions`, { ...place, topic, body: { contacts } });
          const refused = answer.results.flatMap(({ status, error }, index) =>
            status === 'rejected' ? [{ name: contacts[index] ?? '', error }] : [],
          );
          setText(refused.map(({ name }) => name).join('\n'));
          if (refused.length > 0)
            throw new ApiProblem(refusedText(refused, contacts.length), 400, 'REJECTED');
          return answer;
        },
        says: ({ subscribed }) =>
          subscribed === 1 ? '1 contact is added.' : `${subscribed} contacts are added.`,
        refresh: [topicsKey(place)],
      }}
    >
      <Textarea
        label="Contacts"
        description="One on each line, at most 1,000: an e-mail address, a phone number, an external id or a uuid. They exist already. Import a file to create contacts"
        required
        autosize
        minRows={5}
        maxRows={15}
        {...textOf(text, setText)}
      />
    </FormDialog>
  );
}

const refusedText = (refused: { name: string; error: string | null }[], all: number): string =>
  `${all - refused.length} of ${all} are in the topic. These lines were refused: ${refused
    .slice(0, 3)
    .map(({ name, error }) => `${name} (${error ?? 'rejected'})`)
    .join(', ')}${refused.length > 3 ? ` and ${refused.length - 3} more` : ''}`;
