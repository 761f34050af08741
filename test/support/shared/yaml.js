module.exports = heliographPackages.yaml;
