import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** What the router adds to a link. */
type Anchored = Omit<ComponentProps<'a'>, 'style' | 'color' | 'size'>;

/** Links to pages of the dashboard, with the looks of Mantine. */
export const AnchorLink = createLink((props: AnchorProps & Anchored) => <Anchor {...props} />);
export const ButtonLink = createLink((props: ButtonProps & Anchored) => <Button component="a" {...props} />);
export const NavigationLink = createLink((props: NavLinkProps & Anchored) => (
  <NavLink component="a" {...props} />
));
export const MenuLink = createLink((props: MenuItemProps & Anchored) => (
  <Menu.Item component="a" {...props} />
));
