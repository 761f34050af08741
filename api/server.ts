import { runProcess } from '../process/run';
import { startApi } from './start';

runProcess('api', async (resources) => [await startApi(resources)]);
