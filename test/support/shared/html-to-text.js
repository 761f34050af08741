module.exports = heliographPackages['html-to-text'];
