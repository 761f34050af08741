module.exports = heliographPackages.express;
