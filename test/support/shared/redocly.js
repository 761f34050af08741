module.exports = heliographPackages['@redocly/openapi-core'];
