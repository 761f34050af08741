module.exports = heliographPackages['mongodb/lib/cmap/connection'];
