module.exports = heliographPackages.mongoose;
