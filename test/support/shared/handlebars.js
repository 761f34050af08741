module.exports = heliographPackages['handlebars'];
