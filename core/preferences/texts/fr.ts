import type { Texts } from './en';

export const fr: Texts = {
  preferences: 'Vos préférences',
  intro: 'Choisissez les messages que vous souhaitez recevoir de {name}.',
  always: 'Toujours activé',
  other: 'Autres messages',
  otherWhy:
    'Messages qui n’appartiennent à aucun des groupes ci-dessus, par exemple à propos d’une commande.',
  save: 'Enregistrer',
  saved: 'Vos choix sont enregistrés.',
  none: 'Se désabonner de tout',
  noneDone: 'Vous êtes désabonné de tout ce qui peut être désactivé.',
  question: 'Voulez-vous vous désabonner de {what} ({channel}) ?',
  stop: 'Se désabonner',
  stopped: 'Vous êtes désabonné de {what} ({channel}).',
  again: 'Se réabonner',
  resumed: 'Vous êtes de nouveau abonné à {what} ({channel}).',
  required: '{what} ne peut pas être désactivé.',
  anything: 'tous les messages',
  all: 'Toutes les préférences',
  missing: 'Ce lien ne fonctionne pas',
  missingWhy: 'Il est peut-être incomplet. Ouvrez de nouveau le lien du message ou copiez-le en entier.',
  later: 'Ce n’est pas possible pour le moment. Réessayez dans une minute.',
  email: 'E-mail',
  push: 'Push',
};
