const phone = heliographPackages['libphonenumber-js/max'];
const { constructor: ObjectOutside } = heliographPackages;

module.exports = {
  ...phone,
  // It refuses options that are an object of a sandbox.
  parsePhoneNumberFromString: (text, options) =>
    phone.parsePhoneNumberFromString(text, Object.assign(new ObjectOutside(), options)),
};
