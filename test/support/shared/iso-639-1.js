module.exports = heliographPackages['iso-639-1'];
