module.exports = heliographPackages['libphonenumber-js/max/metadata'];
