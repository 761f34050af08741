import { runProcess } from '../run-process';
import { startApi } from './start';

runProcess('api', async (resources) => [await startApi(resources)]);
