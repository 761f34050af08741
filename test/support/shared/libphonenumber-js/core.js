module.exports = heliographPackages['libphonenumber-js/core'];
