import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate } from '@tanstack/react-router';
import { useApplications } from '../api/applications';
import { lastPlace } from '../layout/place';
import { Awaited } from '../parts/awaited';

const FirstApplication = lazy(async () => ({
  default: (await import('./applications/first-application')).FirstApplication,
}));

/** Leads to the application that was open last, or to the first one, or makes the first one. */
export function Start(): ReactNode {
  const { data, error, refetch } = useApplications();
  if (error || !data) return <Awaited query={{ data, error, refetch }} />;
  const last = lastPlace.read();
  const names = data.applications.map(({ name }) => name);
  const app = last && names.includes(last.app) ? last.app : names[0];
  if (app === undefined)
    return (
      <Suspense>
        <FirstApplication />
      </Suspense>
    );
  const environment = last?.environment ?? 'production';
  return <Navigate to="/$app/$environment/overview" params={{ app, environment }} replace />;
}
