import { type AnyRoute, useRouter } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { useMay } from '../api/session';
import { usePlace } from './place';

interface MenuPage {
  /** The path of its route. */
  to: string;
  label: string;
  icon: LucideIcon;
}

/** Returns the pages of the menu that this operator has here, in their order. */
export function useMenu(): MenuPage[] {
  const { environment } = usePlace();
  const isOwner = useMay('owner');
  const { routesById } = useRouter();
  return Object.values<AnyRoute>(routesById).flatMap(({ fullPath, options }) => {
    const menu = options.staticData?.menu;
    if (!menu || (menu.role === 'owner' && !isOwner)) return [];
    if (menu.environment && menu.environment !== environment) return [];
    return [{ label: menu.label, icon: menu.icon, to: String(fullPath) }];
  });
}
