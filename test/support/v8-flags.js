const { execFileSync } = require('node:child_process');

let known;

/** Returns those flags that this Node's V8 has. Their names come and go with its versions, and Node does not start with an unknown one. */
exports.existingFlags = (flags) => {
  known ??= new Set(
    execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).match(/(?<=^\s*)--[a-z0-9-]+/gm),
  );
  return flags.filter((flag) => known.has(flag.split('=')[0]));
};
