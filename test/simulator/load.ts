import { plant } from './modules';
import { takeGlobals } from './globals';
import { FAULTS } from './faults/table';

// Before any code of the service is loaded.
takeGlobals();
const named = process.argv[process.argv.indexOf('--fault') + 1];
const fault = process.argv.includes('--fault') ? FAULTS.find(({ name }) => name === named) : undefined;
if (process.argv.includes('--fault') && !fault) throw new Error(`there is no fault ${named}`);
if (fault) plant(fault);
