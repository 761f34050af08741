module.exports = heliographPackages['fast-check'];
