import { Checkbox, Group, NumberInput, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { REPORTING } from '../../api/channels';
import { checkOf, textOf } from '../../parts/field';
import type { Draft } from './draft';

const MOST_QUOTA = 1_000_000_000;
const MOST_DAYS = 36_500;
const COLUMNS = { base: 1, sm: 2 };

interface FieldsProps {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
}

/** Fields for how much an application may send, and how long it is kept. */
export const LimitFields = ({ draft, set }: FieldsProps) => (
  <Stack>
    <Switch
      label="The application may send"
      description="Without it, the API refuses its sends."
      {...checkOf(draft.isActive, (isActive) => set({ isActive }))}
    />
    <SimpleGrid cols={COLUMNS}>
      <NumberInput
        label="Notifications in a month"
        description="In production, in a calendar month (UTC)"
        required
        min={0}
        max={MOST_QUOTA}
        allowDecimal={false}
        thousandSeparator=","
        value={draft.monthlyQuota}
        onChange={(monthlyQuota) => set({ monthlyQuota })}
      />
      <NumberInput
        label="Notifications in a day"
        description="In production, in a day (UTC). Empty: no limit"
        min={0}
        max={MOST_QUOTA}
        allowDecimal={false}
        thousandSeparator=","
        value={draft.dailyQuota}
        onChange={(dailyQuota) => set({ dailyQuota })}
      />
      <NumberInput
        label="Days that notifications are kept"
        description="Counted from their end. Empty: the default of the service"
        min={1}
        max={MOST_DAYS}
        allowDecimal={false}
        value={draft.keepNotificationsDays}
        onChange={(keepNotificationsDays) => set({ keepNotificationsDays })}
      />
      <NumberInput
        label="Days that content is kept"
        description="Payload and rendered messages. Empty: the default of the service"
        min={1}
        max={MOST_DAYS}
        allowDecimal={false}
        value={draft.keepContentDays}
        onChange={(keepContentDays) => set({ keepContentDays })}
      />
    </SimpleGrid>
  </Stack>
);

/** Fields for who is told what. */
export const NoticeFields = ({ draft, set }: FieldsProps) => (
  <SimpleGrid cols={COLUMNS}>
    <TextInput
      label="E-mail address of its owner"
      description="Gets a notice when the webhook endpoint is switched off"
      type="email"
      maxLength={320}
      {...textOf(draft.ownerEmail, (ownerEmail) => set({ ownerEmail }))}
    />
    <Checkbox.Group
      label="Webhook events of deliveries"
      description="Confirmed deliveries on these channels raise delivery.delivered"
      value={draft.deliveredChannels}
      onChange={(deliveredChannels) => set({ deliveredChannels })}
    >
      <Group mt="xs">
        {REPORTING.map((channel) => (
          <Checkbox key={channel} value={channel} label={channel} />
        ))}
      </Group>
    </Checkbox.Group>
  </SimpleGrid>
);

/** A field for whom sandbox really sends to. */
export const SandboxFields = ({ draft, set }: FieldsProps) => (
  <Textarea
    label="Recipients that sandbox sends to"
    description="Addresses and numbers, one on each line. The inbox captures the messages to all others."
    autosize
    minRows={3}
    maxRows={12}
    {...textOf(draft.sandboxRecipients, (sandboxRecipients) => set({ sandboxRecipients }))}
  />
);
