import { number, text, webAddress } from './values';

export const dashboard = {
  DASHBOARD_URL: webAddress
    .optional()
    .describe(
      'Address at which operators open the dashboard, for example https://ops.example.com/dashboard. Sign-in links begin with it. If it is not set, they begin with http://127.0.0.1:<ADMIN_PORT>/dashboard.',
    ),
  DASHBOARD_FILES: text
    .optional()
    .describe(
      'Folder of the built dashboard. If it is not set, the folder that `npm run build` writes is used.',
    ),
  TEMPORAL_UI_URL: webAddress
    .optional()
    .describe(
      'Address at which operators open the Temporal UI. The dashboard links each notification to its workflow there. If it is not set, there are no links.',
    ),
  SESSION_IDLE_HOURS: number(12, 0.1, 8760).describe(
    'Hours without use after which a dashboard session ends.',
  ),
  SESSION_MAX_HOURS: number(168, 0.1, 8760).describe(
    'Maximum hours that a dashboard session lasts after the sign-in, even if it is in use.',
  ),
};
