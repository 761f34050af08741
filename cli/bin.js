#!/usr/bin/env node
'use strict';
const { existsSync } = require('node:fs');
const path = require('node:path');

/** In a checkout the sources run through tsx; a built installation has neither of the two. */
function fromSource() {
  if (!existsSync(path.join(__dirname, 'main.ts'))) return false;
  try {
    require.resolve('tsx/cjs');
    return true;
  } catch {
    return false;
  }
}

if (fromSource()) {
  require('tsx/cjs');
  require('./main.ts');
} else {
  require('../dist/cli/main.js');
}
