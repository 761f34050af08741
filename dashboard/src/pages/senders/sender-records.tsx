import { Button, Center, Group, Loader, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { Dialog } from '../../parts/dialog';
import { Problem } from '../../parts/problem';
import { type Sender, recordsQuery } from './queries';
import { RecordCard } from './record-card';

/** A button that shows the records of DNS that a sender needs, each with its state. */
export function SenderRecords({ sender }: { sender: Sender }) {
  const about = `of ${sender.value}`;
  return (
    <Dialog label="DNS records" about={about} title={`DNS records ${about}`} size="lg">
      {() => <Records sender={sender} />}
    </Dialog>
  );
}

function Records({ sender }: { sender: Sender }) {
  const { app } = usePlace();
  const [selectors, setSelectors] = useState('');
  const [text, setText] = useState('');
  const { data, error, isPending, isFetching, refetch } = useQuery(recordsQuery(app, sender.id, selectors));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = text.replaceAll(' ', '');
    if (wanted === selectors) void refetch();
    else setSelectors(wanted);
  };
  return (
    <Stack>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {isPending && (
        <Center py="md">
          <Loader aria-label="Asking DNS" />
        </Center>
      )}
      {data?.records.map((record) => (
        <RecordCard key={`${record.purpose} ${record.type} ${record.name} ${record.value}`} record={record} />
      ))}
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label="DKIM selectors"
            description="Your provider shows them. Separate several by commas."
            placeholder="s1,s2"
            {...textOf(text, setText)}
          />
          <Button type="submit" variant="default" loading={isFetching}>
            Check again
          </Button>
        </Group>
      </form>
    </Stack>
  );
}
