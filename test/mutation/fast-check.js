const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

/** A counterexample is enough to notice a change: a smaller one takes time to find. */
fc.configureGlobal({ endOnFailure: true });
module.exports = fc;
