import { lazy, Suspense } from 'react';
import { usePlace } from '../../../../layout/place';
import { Dialog } from '../../../../parts/dialog';
import type { TestSendProps } from './form';

const TestSendForm = lazy(async () => ({ default: (await import('./form')).TestSendForm }));

/** A button that sends the saved event to one recipient, with the sample payload and contact, as any send. */
export function TestSend(props: TestSendProps) {
  const { environment } = usePlace();
  return (
    <Dialog label="Send a test" title={`Send ${props.event.name} from ${environment}`} size="lg">
      {() => (
        <Suspense>
          <TestSendForm {...props} />
        </Suspense>
      )}
    </Dialog>
  );
}
