module.exports = heliographPackages.undici;
