import { Group, SegmentedControl, Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useApplications } from '../api/applications';
import { ApplicationChoice } from './application-choice';
import { usePlace } from './place';

const ENVIRONMENTS = [
  { value: 'production', label: 'Production' },
  { value: 'sandbox', label: 'Sandbox' },
];
/** White text on it has a contrast of 5.7. */
const SANDBOX_COLOR = '#b5400a';

/** Chooses the application and the environment. The page stays the same, without its filters. */
export function PlaceSwitch() {
  const { app, environment } = usePlace();
  const { data } = useApplications();
  const navigate = useNavigate();
  const go = (params: { app: string; environment: string }): void => {
    void navigate({ to: '/$app/$environment/overview', params });
  };
  const names = data?.applications.map(({ name }) => name) ?? [app];
  return (
    <Group gap="xs" wrap="nowrap">
      <ApplicationChoice
        app={app}
        names={names.includes(app) ? names : [app, ...names]}
        go={(name) => go({ app: name, environment })}
      />
      <SegmentedControl
        visibleFrom="sm"
        aria-label="Environment"
        size="xs"
        color={environment === 'production' ? undefined : SANDBOX_COLOR}
        data={ENVIRONMENTS}
        value={environment}
        onChange={(value) => go({ app, environment: value })}
      />
      <Select
        hiddenFrom="sm"
        aria-label="Environment"
        size="xs"
        w={116}
        data={ENVIRONMENTS}
        value={environment}
        allowDeselect={false}
        onChange={(value) => value !== null && go({ app, environment: value })}
      />
    </Group>
  );
}
