module.exports = heliographPackages['nodemailer/lib/addressparser'];
