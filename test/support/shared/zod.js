module.exports = heliographPackages.zod;
