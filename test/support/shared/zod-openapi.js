module.exports = heliographPackages['zod-openapi'];
