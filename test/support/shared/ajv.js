module.exports = heliographPackages.ajv;
