module.exports = heliographPackages.commander;
