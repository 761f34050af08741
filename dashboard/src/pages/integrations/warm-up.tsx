import { Fieldset, NumberInput, SimpleGrid, Text } from '@mantine/core';
import type { Integration } from '../../api/types';
import { fieldError } from '../../parts/field-error';
import type { FormValues } from './values';

interface WarmUpFieldsProps {
  values: FormValues;
  set: (values: FormValues) => void;
  error: unknown;
}

/** The plan by which broadcasts send a little more on each day. */
export const WarmUpFields = ({ values, set, error }: WarmUpFieldsProps) => (
  <Fieldset legend="Warm-up of broadcasts">
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <NumberInput
        label="First day"
        description="Messages. If it is empty, there is no plan"
        min={1}
        max={10_000_000}
        allowDecimal={false}
        value={values.firstDay}
        error={fieldError(error, 'warm_up.first_day') ?? fieldError(error, 'warm_up')}
        onChange={(firstDay) => set({ ...values, firstDay })}
      />
      <NumberInput
        label="Times on each next day"
        description="2 doubles the number"
        min={1}
        max={10}
        decimalScale={2}
        value={values.factor}
        error={fieldError(error, 'warm_up.factor')}
        onChange={(factor) => set({ ...values, factor })}
      />
      <NumberInput
        label="Ends at"
        description="Messages a day, from which there is no limit"
        min={1}
        max={10_000_000}
        allowDecimal={false}
        required={values.firstDay !== ''}
        value={values.until}
        error={fieldError(error, 'warm_up.until')}
        onChange={(until) => set({ ...values, until })}
      />
    </SimpleGrid>
  </Fieldset>
);

/** How far the warm-up of an integration is. */
export function WarmUpLine({ warmUp }: { warmUp: Integration['warm_up'] }) {
  if (warmUp === null) return null;
  const { today } = warmUp;
  const text =
    today === null
      ? 'The warm-up is over, and limits nothing.'
      : `Day ${today.day} of the warm-up: ${today.most.toLocaleString('en')} messages of broadcasts a day, ${today.used.toLocaleString('en')} used`;
  return <Text size="sm">{text}</Text>;
}
