import type { Texts } from './en';

export const de: Texts = {
  preferences: 'Ihre Einstellungen',
  intro: 'Wählen Sie, welche Nachrichten Sie von {name} erhalten möchten.',
  always: 'Immer an',
  other: 'Weitere Nachrichten',
  otherWhy: 'Nachrichten, die zu keiner der Gruppen oben gehören, zum Beispiel zu einer Bestellung.',
  save: 'Speichern',
  saved: 'Ihre Auswahl ist gespeichert.',
  none: 'Von allem abmelden',
  noneDone: 'Sie sind von allem abgemeldet, was sich abschalten lässt.',
  question: 'Möchten Sie {what} ({channel}) abbestellen?',
  stop: 'Abbestellen',
  stopped: 'Sie haben {what} ({channel}) abbestellt.',
  again: 'Wieder abonnieren',
  resumed: 'Sie erhalten {what} ({channel}) wieder.',
  required: '{what} lässt sich nicht abschalten.',
  anything: 'alle Nachrichten',
  all: 'Alle Einstellungen',
  missing: 'Dieser Link funktioniert nicht',
  missingWhy:
    'Er ist vielleicht unvollständig. Öffnen Sie den Link in der Nachricht noch einmal, oder kopieren Sie ihn vollständig.',
  later: 'Das geht im Moment nicht. Bitte versuchen Sie es in einer Minute noch einmal.',
  email: 'E-Mail',
  push: 'Push',
};
