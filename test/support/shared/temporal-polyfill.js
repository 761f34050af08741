module.exports = heliographPackages['temporal-polyfill'];
