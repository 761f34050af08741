import { ActionIcon, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { LogOut, Moon, Sun, SunMoon, User } from 'lucide-react';
import { problemText } from '../api/problem';
import { useSession, useSignOut } from '../api/session';
import { usePlace } from './place';
import { MenuLink } from '../parts/link';

const sayStillSignedIn = (error: unknown): void => {
  notifications.show({
    title: 'You are still signed in',
    message: problemText(error),
    color: 'red',
    autoClose: 15_000,
  });
};

export function OperatorMenu() {
  const { data } = useSession();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const params = usePlace();
  if (!data) return null;
  const { name, role } = data.operator;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={`Signed in as ${name}`}>
          <User size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text span size="xs" c="var(--mantine-color-text)">
            {name}, {role}
          </Text>
        </Menu.Label>
        {params.app !== '' && (
          <>
            <MenuLink to="/$app/$environment/account" params={params} leftSection={<User size={16} />}>
              Your account
            </MenuLink>
            <Menu.Divider />
          </>
        )}
        <Menu.Item leftSection={<Sun size={16} />} onClick={() => setColorScheme('light')}>
          Light
        </Menu.Item>
        <Menu.Item leftSection={<Moon size={16} />} onClick={() => setColorScheme('dark')}>
          Dark
        </Menu.Item>
        <Menu.Item leftSection={<SunMoon size={16} />} onClick={() => setColorScheme('auto')}>
          As the system
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<LogOut size={16} />}
          onClick={() => signOut.mutate(undefined, { onError: sayStillSignedIn })}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
