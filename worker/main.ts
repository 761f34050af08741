import { runProcess } from '../process/run';
import { startWorker } from './start';

runProcess('worker', async (resources) => [startWorker(resources)]);
