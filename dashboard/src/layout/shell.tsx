import { AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type AnyRoute, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Logo } from '../parts/logo';
import { useMay } from '../api/session';
import { OperatorMenu } from './operator-menu';
import { usePlace } from './place';
import { PlaceSwitch } from './place-switch';
import { AnchorLink, NavigationLink } from '../parts/link';

/** The frame of each page: where one is, where one can go, and who one is. */
export function Shell(): ReactNode {
  const [open, { toggle, close }] = useDisclosure();
  const params = usePlace();
  const { pathname } = useLocation();
  const isOwner = useMay('owner');
  const { routesById } = useRouter();
  const pages = Object.values<AnyRoute>(routesById).flatMap(({ fullPath, options }) => {
    const menu = options.staticData?.menu;
    if (!menu || (menu.role === 'owner' && !isOwner)) return [];
    if (menu.environment && menu.environment !== params.environment) return [];
    return [{ ...menu, to: String(fullPath) }];
  });
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
      <AppShell.Header>
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
          <OperatorMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages" data-closed={!open || undefined}>
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
      <AppShell.Main id="main" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}
