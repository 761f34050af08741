import type { ReactNode } from 'react';
import { Code } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { useApplications } from '../api/applications';
import { lastPlace } from '../layout/place';
import { Awaited } from '../parts/awaited';
import { NothingHere } from '../parts/nothing-here';

/** Leads to the application that was open last, or to the first one. */
export function Start(): ReactNode {
  const { data, error, refetch } = useApplications();
  if (error || !data) return <Awaited query={{ data, error, refetch }} />;
  const last = lastPlace.read();
  const names = data.applications.map(({ name }) => name);
  const app = last && names.includes(last.app) ? last.app : names[0];
  if (app === undefined)
    return (
      <main>
        <NothingHere title="There is no application yet">
          An application has its own keys, events and contacts. Create one:{' '}
          <Code>npx heliograph apps create shop</Code>
        </NothingHere>
      </main>
    );
  const environment = last?.environment ?? 'production';
  return <Navigate to="/$app/$environment/overview" params={{ app, environment }} replace />;
}
