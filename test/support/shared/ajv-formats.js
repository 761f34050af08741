module.exports = heliographPackages['ajv-formats'];
