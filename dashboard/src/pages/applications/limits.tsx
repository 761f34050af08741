import { Group, Text } from '@mantine/core';
import { api } from '../../api/client';
import { expecting } from '../../api/expecting';
import { applicationsQuery } from '../../api/applications';
import { useMay } from '../../api/session';
import type { Application } from '../../api/types';
import { DataTable } from '../../parts/data-table';
import { FormDialog } from '../../parts/form-dialog';
import { Outside } from '../../parts/outside';
import { Section } from '../../parts/section';
import { AddLimit } from './add-limit';
import { type Limit, limitKeys, limitText } from './limit-words';

/** How many messages an application sends to one recipient in a period. */
export function Limits({ application }: { application: Application }) {
  const mayChange = useMay('editor');
  const { limits } = application;
  const keys = limitKeys(limits);
  return (
    <Section title="Messages to one recipient">
      <Text size="sm" mb="sm">
        At most so many messages are sent to one contact, address or prefix in a period. Further ones are
        skipped with CAPPED, or are in one message when the limit has a place again. Events can have limits
        too, in their files.
      </Text>
      {limits.length > 0 && (
        <DataTable
          label="Limits of messages to one recipient"
          stacks
          rows={limits}
          keyOf={(limit) => keys.get(limit) ?? ''}
          columns={[
            {
              head: 'Name',
              isName: true,
              breaks: true,
              cell: ({ name }) => <Outside>{name ?? '–'}</Outside>,
            },
            { head: 'At most', breaks: true, cell: (limit) => <Outside>{limitText(limit)}</Outside> },
            mayChange && {
              head: 'Action',
              right: true,
              cell: (limit) => <RemoveLimit {...{ application, limit }} />,
            },
          ]}
        />
      )}
      {mayChange && (
        <Group mt="sm">
          <AddLimit application={application} />
        </Group>
      )}
    </Section>
  );
}

function RemoveLimit({ application, limit }: { application: Application; limit: Limit }) {
  const { name: app, limits } = application;
  return (
    <FormDialog
      label="Remove"
      about={`the limit ${limit.name ?? limitText(limit)}`}
      title="Remove the limit?"
      button={{ variant: 'light', color: 'red' }}
      submitter={{ color: 'red' }}
      action="Remove"
      leave="Keep it"
      change={{
        run: () =>
          api.patch('/admin/v1/applications/{app}', {
            app,
            body: expecting(application, { limits: limits.filter((one) => one !== limit) }),
          }),
        says: 'The limit is removed.',
        refresh: [applicationsQuery.queryKey],
      }}
    >
      <Text size="sm">
        <Outside>{limitText(limit)}</Outside>: messages over it are sent again from now on.
      </Text>
    </FormDialog>
  );
}
