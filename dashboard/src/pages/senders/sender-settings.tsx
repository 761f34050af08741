import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { applicationsQuery } from '../../api/applications';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import type { Application } from '../../api/types';
import { textOf } from '../../parts/field';
import { useChange } from '../../parts/use-change';
import { fieldError } from '../../parts/field-error';
import { Section } from '../../parts/section';
import { Form } from '../../parts/form';

/** The settings of the application that say whom messages come from. */
export function SenderSettings({ application }: { application: Application }) {
  const mayChange = useMay('editor');
  return (
    <Section title="Settings" maw={560}>
      {mayChange ? (
        <SettingsForm application={application} />
      ) : (
        <Stack gap={4}>
          <Text size="sm">Default sender of e-mails: {application.from ?? 'not set'}</Text>
          <Text size="sm">Domain of one-time codes: {application.otp_domain ?? 'not set'}</Text>
        </Stack>
      )}
    </Section>
  );
}

function SettingsForm({ application }: { application: Application }) {
  const [from, setFrom] = useState(application.from ?? '');
  const [otpDomain, setOtpDomain] = useState(application.otp_domain ?? '');
  const save = useChange({
    run: () =>
      api.patch('/admin/v1/applications/{app}', {
        app: application.id,
        body: {
          ...(from.trim() !== (application.from ?? '') && { from: from.trim() || null }),
          ...(otpDomain.trim() !== (application.otp_domain ?? '') && {
            otp_domain: otpDomain.trim() || null,
          }),
        },
      }),
    says: 'The settings are saved.',
    refresh: [applicationsQuery.queryKey],
    done: ({ application: saved }) => {
      setFrom(saved.from ?? '');
      setOtpDomain(saved.otp_domain ?? '');
    },
    showsError: true,
  });
  return (
    <Form change={save} action="Save the settings" fields={['from', 'otp_domain']}>
      <TextInput
        label="Default sender of e-mails"
        description="For e-mails that name no sender, for example Example Shop <hello@example.com>. If it is empty, the first domain or address sends."
        {...textOf(from, setFrom)}
        error={fieldError(save.error, 'from')}
      />
      <TextInput
        label="Domain of one-time codes"
        description="An SMS with a one-time code ends with the line “@domain #code”. Phones use it to fill in the code. If it is empty, there is no such line."
        {...textOf(otpDomain, setOtpDomain)}
        error={fieldError(save.error, 'otp_domain')}
      />
    </Form>
  );
}
