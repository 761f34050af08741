import { Box, Checkbox, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { applicationsQuery, useApplications } from '../../api/applications';
import { REPORTING } from '../../api/channels';
import { api } from '../../api/client';
import { expecting } from '../../api/expecting';
import { useMay } from '../../api/session';
import type { Application } from '../../api/types';
import { usePlace } from '../../layout/place';
import { checkOf, textOf } from '../../parts/field';
import { Problem } from '../../parts/problem';
import { useChange } from '../../parts/use-change';
import { fieldError } from '../../parts/field-error';
import { Section } from '../../parts/section';
import { Form } from '../../parts/form';
import { useSettingsDraft } from '../applications/use-settings-draft';
import { changesIn, draftOf } from './settings-draft';

/** The settings of the application that concern webhooks, in both environments. */
export function WebhookSettings() {
  const { app } = usePlace();
  const mayChange = useMay('editor');
  const { data, error, refetch } = useApplications();
  const application = data?.applications.find(({ id, name }) => name === app || id === app);
  return (
    <Section title="Settings of both environments" my="md">
      {error && <Problem error={error} retry={() => void refetch()} />}
      {application &&
        (mayChange ? <SettingsForm application={application} /> : <SettingsText application={application} />)}
    </Section>
  );
}

const SettingsText = ({ application }: { application: Application }) => (
  <Stack gap={4}>
    <Text size="sm">Owner e-mail: {application.owner_email ?? 'not set'}</Text>
    <Text size="sm">
      Channels that raise delivery.delivered: {application.delivered_channels.join(', ') || 'none'}
    </Text>
    <Text size="sm">Webhook retries: {application.webhook_retries}</Text>
  </Stack>
);

function SettingsForm({ application }: { application: Application }) {
  const { read, draft, set, reset, saving } = useSettingsDraft(application, draftOf);
  const save = useChange({
    run: () =>
      saving(() =>
        api.patch('/admin/v1/applications/{app}', {
          app: application.id,
          body: expecting(read, changesIn(read, draft)),
        }),
      ),
    says: 'The settings are saved.',
    refresh: [applicationsQuery.queryKey, ['webhook']],
    done: reset,
    showsError: true,
  });
  return (
    <Box maw={560}>
      <Form
        change={save}
        action="Save the settings"
        button={{ variant: 'default' }}
        fields={['owner_email', 'delivered_channels']}
      >
        <TextInput
          label="Owner e-mail"
          description="Gets a notice if the service switches the endpoint off"
          type="email"
          {...textOf(draft.owner, (owner) => set({ owner }))}
          error={fieldError(save.error, 'owner_email')}
        />
        <Checkbox.Group
          label="Channels that raise delivery.delivered"
          description="Their providers have to report deliveries."
          value={draft.channels}
          error={fieldError(save.error, 'delivered_channels')}
          onChange={(channels) => set({ channels })}
        >
          <Group mt="xs">
            {REPORTING.map((channel) => (
              <Checkbox key={channel} value={channel} label={channel} />
            ))}
          </Group>
        </Checkbox.Group>
        <Switch
          label="Extended retries"
          description="Retry 404, 408, 425 and 429 too, 10 attempts in 3 days. Disable the endpoint on 410."
          {...checkOf(draft.isExtended, (isExtended) => set({ isExtended }))}
        />
      </Form>
    </Box>
  );
}
