import { AppShell, Box, Burger, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Logo } from '../parts/logo';
import { IncidentStrip } from './incidents/incident-strip';
import { useMenu } from './menu';
import { PALETTE_KEYS, usePalette } from './palette/use-palette';
import { usePlace } from './place';
import { PlaceSwitch } from './place-switch';
import { AnchorLink, NavigationLink } from '../parts/link';

const OperatorMenu = lazy(async () => ({ default: (await import('./operator-menu')).OperatorMenu }));

/** The frame of each page: where one is, where one can go, and who one is. */
export function Shell(): ReactNode {
  const [open, { toggle, close }] = useDisclosure();
  const params = usePlace();
  const { pathname } = useLocation();
  const pages = useMenu();
  const { open: openPalette, palette } = usePalette();
  useEffect(close, [pathname, close]);

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !open } }}
      padding="md"
    >
      <a className="skip-link" href="#main">
        To the content
      </a>
      <AppShell.Header data-environment={params.environment}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap" style={{ minWidth: 0 }}>
            <Burger
              opened={open}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={open ? 'Close the menu' : 'Open the menu'}
            />
            <AnchorLink to="/" underline="never" c="inherit" aria-label="Heliograph, start" visibleFrom="sm">
              <Group gap={8} wrap="nowrap">
                <Logo />
                <Text fw={650} visibleFrom="md">
                  Heliograph
                </Text>
              </Group>
            </AnchorLink>
            <PlaceSwitch />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Button
              visibleFrom="sm"
              size="xs"
              variant="default"
              leftSection={<Search size={14} aria-hidden />}
              rightSection={
                <Text size="xs" c="var(--dimmed-text)">
                  {PALETTE_KEYS}
                </Text>
              }
              onClick={openPalette}
            >
              Search
            </Button>
            <Suspense fallback={<Box w={34} h={34} />}>
              <OperatorMenu />
            </Suspense>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages" data-closed={!open || undefined}>
        <Button
          hiddenFrom="sm"
          variant="default"
          mb="xs"
          leftSection={<Search size={16} aria-hidden />}
          onClick={openPalette}
        >
          Search
        </Button>
        {pages.map(({ to, label, icon: Icon }) => (
          <NavigationLink
            key={to}
            to={to}
            params={params}
            label={label}
            leftSection={<Icon size={18} aria-hidden />}
            active={pathname.startsWith(`/${params.app}/${params.environment}/${to.split('/')[3]}`)}
          />
        ))}
      </AppShell.Navbar>
      {palette}
      <AppShell.Main id="main" tabIndex={-1}>
        <IncidentStrip />
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}
