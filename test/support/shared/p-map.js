module.exports = heliographPackages['p-map'];
