import { useNavigate } from '@tanstack/react-router';
import { usePlace } from '../../layout/place';
import { Dialog } from '../../parts/dialog';
import { ApplicationForm } from './application-form';

/** A button that makes an application, and goes to its settings. */
export function CreateApplication() {
  const { environment } = usePlace();
  const navigate = useNavigate();
  return (
    <Dialog label="Create an application" title="Create an application">
      {(close) => (
        <ApplicationForm
          leave={{ label: 'Close', go: close }}
          done={(app) => {
            close();
            void navigate({ to: '/$app/$environment/usage', params: { app, environment } });
          }}
        />
      )}
    </Dialog>
  );
}
