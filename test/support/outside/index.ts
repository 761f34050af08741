export { browser, chromiumPath } from './browser';
export { builtFile } from './build';
export { HttpApi } from './http-api';
export { startProcess } from './service';
export { sweepShared } from './shared-services';
export { startSmtpSink } from './smtp-sink';
export { startStack } from './stack';
