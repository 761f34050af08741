import { runProcess } from '../run-process';
import { startWorker } from './start';

runProcess('worker', async (resources) => [startWorker(resources)]);
