module.exports = heliographPackages['p-limit'];
