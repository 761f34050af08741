import {
  Braces,
  CircleHelp,
  CircleStop,
  Clock,
  GitBranch,
  Layers,
  type LucideIcon,
  Send,
} from 'lucide-react';
import type { FlowStep } from '../file/flow';

export const STEP_ICONS: Record<FlowStep['kind'], LucideIcon> = {
  send: Send,
  wait: Clock,
  digest: Layers,
  if: GitBranch,
  end: CircleStop,
  code: Braces,
  unknown: CircleHelp,
};
