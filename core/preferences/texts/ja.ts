import type { Texts } from './en';

export const ja: Texts = {
  preferences: '配信設定',
  intro: '{name} から受け取るメッセージを選んでください。',
  always: '常にオン',
  other: 'その他のメッセージ',
  otherWhy: '上のどのグループにも属さないメッセージ（ご注文に関するお知らせなど）。',
  save: '保存',
  saved: '設定を保存しました。',
  none: 'すべて配信停止',
  noneDone: '停止できるすべてのメッセージの配信を停止しました。',
  question: '{what}（{channel}）の配信を停止しますか？',
  stop: '配信を停止',
  stopped: '{what}（{channel}）の配信を停止しました。',
  again: 'もう一度受け取る',
  resumed: '{what}（{channel}）の配信を再開しました。',
  required: '{what} は停止できません。',
  anything: 'すべてのメッセージ',
  all: 'すべての設定',
  missing: 'このリンクは使えません',
  missingWhy:
    'リンクが途中で切れている可能性があります。メッセージのリンクをもう一度開くか、全体をコピーしてください。',
  later: '現在ご利用いただけません。しばらくしてからもう一度お試しください。',
  email: 'メール',
  push: 'プッシュ通知',
};
