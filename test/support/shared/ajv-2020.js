module.exports = heliographPackages['ajv/dist/2020'];
