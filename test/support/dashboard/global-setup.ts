import { builtDashboard } from '../../../tools/dev/compiled/dashboard';
import globalSetup from '../global-setup';

/** Jest's globalSetup of the tests in a browser: that of all tests, and the dashboard that the API serves. */
export default async function dashboardSetup(): Promise<void> {
  const [folder] = await Promise.all([builtDashboard(), globalSetup()]);
  process.env.HELIOGRAPH_TEST_DASHBOARD = folder;
}
