import { parentPort, workerData } from 'node:worker_threads';
import { parseEventFiles, type SourceFile } from '../../core/schemas/event-file';

// Of its own: nothing of the process is loaded here. It ends when it has answered.
parentPort?.postMessage(parseEventFiles(workerData as SourceFile[]));
