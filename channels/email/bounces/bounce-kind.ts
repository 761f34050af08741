/** What a person would say about a mail that came back. */
export const BOUNCE_KINDS = [
  'unknown_user',
  'no_domain',
  'disabled',
  'full',
  'rate',
  'sender',
  'policy',
  'content',
  'too_large',
  'undelivered',
] as const;
export type BounceKind = (typeof BOUNCE_KINDS)[number];

/** Kinds after which no mail will arrive at the address: no such mailbox, no such domain, a mailbox that is closed. */
const DEAD: readonly BounceKind[] = ['unknown_user', 'no_domain', 'disabled'];
export const isDead = (kind: BounceKind | undefined): boolean => kind !== undefined && DEAD.includes(kind);

/** Kinds that an operator can end: they are about the server, the domain or the account that sends. */
export const isOfSender = (kind: BounceKind | undefined): boolean => kind === 'sender' || kind === 'rate';

/**
 * The words by which servers tell a kind, in the order in which they count: a refusal of the sender often names the
 * recipient, too. No pattern has one repetition inside another, and gaps are bounded, so that hostile words cost little.
 */
const STRONG: readonly (readonly [BounceKind, readonly RegExp[]])[] = [
  [
    'rate',
    [
      /\b(?:rate|frequency|volume|speed)[ -]?(?:limit|control)|\blimit\w* (?:the )?rate\b|\bthrottl|\brate limited\b/,
      /\btoo (?:many|fast|quickly|often)\b(?! (?:hops|addresses in))|\bmail at a rate\b|\bunexpected volume\b/,
      /\b(?:daily|hourly|relay|sending|outbound|message)[ -](?:relay |sending |message |user )?(?:quota|limit)\b(?! ?size)/,
      /\bexcessive (?:connection|number|rate|volume)/,
    ],
  ],
  [
    'sender',
    [
      /\b(?:spf|dkim|dmarc)\b|\bun-?authenticated\b|\bauthentication (?:checks|information|results|level|required)\b|\bsmtp auth\w*|\bproof of (?:identity|authentic)/,
      /\b(?:black|block|deny)[ -]?list|\b(?:dns|r)bl\b|\bspamhaus\b|\bspamcop\b|\bblocked (?:using|by|for|due)\b|\breputation\b|\bbanned\b|\bblocked ip\b/,
      /\b(?:ip|host|client|server|network|connection)s?\b.{0,30}\b(?:block|bann|blackl|reject(?!\w* recipient)|denied|not (?:allowed|accepted|permitted)|forbidden|bloque)/,
      /\b(?:mail|messages?|e-?mails?) from\b.{0,60}\b(?:rejected|refused|blocked|deferred|denied|not accepted|weren't sent)/,
      /\breverse (?:dns|lookup)|\br(?:ev)?dns\b|\bptr\b|\bip name lookup\b|\bmismatch\w* client ip\b|\bvalid hostname\b|\b(?:bad|invalid) (?:helo|ehlo|ip)\b|\bunverif\w+ sending\b/,
      /\brelay(?:ing)? (?:access )?(?:is )?(?:denied|not |prohibited|blocked)|\b(?:unable|configured|allowed|permitted|authori[sz]ed) to relay\b|\bno relay|\b(?:insecure|open) (?:mail )?relay\b|\bdo(?:es)? not relay\b|\bwe do not relay\b/,
      /\bsend(?:er|ing)(?:'s)? (?:(?:e-?mail|domain|address|host|ip|mailbox)s? )*(?:was |is |has been |were )?(?:not |reject|refus|den(?:y|ied)|block|invalid|unknown|verif|does)/,
      /\b(?:unroutable|unknown|invalid|bad|forged|blocked|unverified) sender\b|\bdomain of sender\b|\bsender domain\b|\bsender(?:'s)? (?:policy|mailbox|mx)\b|\bfrom: domain\b|\bresponsible address\b|\bsmtp server of your\b|\bno access from\b|\bdomain of the sender\b|\byou are sending\b|\bsend ?as\b|\bsend mail as\b/,
    ],
  ],
  [
    'content',
    [
      /\bspam|\bjunk mail\b|\bvirus|\bmalware|\bphish|\bunsolicited\b|\bbulk mail\b|\bube\b|\bsuspicious\b|\binfected\b|\bmail rejete\b|\bscored\b/,
      /\bcontent\b.{0,20}\b(?:reject|block|present|den|refus|filter)|\battachments?\b|\bheaders? (?:error|too)|\brfc ?\d+ compliant|\bmultiple addresses in\b|\bmedia error\b|\b8-bit data\b|\bmessage (?:is |was |has been )?filtered\b|\bprotocol violation\b/,
    ],
  ],
  [
    'full',
    [
      /\b(?:over|exceed\w*|above|out of)[ -]?(?:the |its |their |his |allowed |disk |storage |mailbox )*(?:quota|storage|space)\b|\bquota[ -]?(?:is |has been |was )?(?:exceeded|exceed|full|violation)|\bquotaexceeded\b|\bdisk quota\b/,
      /\b(?:mailbox|mail box|mailfolder|mail folder|inbox|maildrop|user)(?: \w+){0,4} (?:is |are |was |too )?(?:full|exceed\w*)\b|\b(?:mailbox|inbox) ?full\b|\bexceeded the local limit\b|\bmailbox (?:size|storage)\b.{0,20}\b(?:limit|exceed)/,
      /\b(?:boite|messagerie)\b.{0,30}\bpleine|\bpostfach\b.{0,20}\b(?:voll|uberfullt)\b|\bbuzon\b.{0,20}\blleno|\bcasella\b.{0,20}\bpiena|\bящик\b.{0,30}(?:переполнен|полон)|メールボックスが(?:一杯|いっぱい)|容量(?:を)?超|邮箱已满/u,
    ],
  ],
  [
    'too_large',
    [
      /\b(?:message|mail|size|length|line)s?\b.{0,40}\b(?<!queue )too (?:big|large|long)|\b(?:size|length)\b.{0,40}\bexceed|\bexceed\w*\b.{0,40}\b(?:size|length)\b|\btoo (?:big|large)\b|\bsize limit\b|\bsizelimit\b|\bline limit\b/,
    ],
  ],
  [
    'policy',
    [
      /\brecipient(?:'s)? preferences\b|\bpolic(?:y|ies)\b|\bnot a member\b|\bpermission to (?:post|send)\b|\bauthrequired\b|\bmoderat(?:ion|or)|\btemporar\w+ (?:locked|blocked|suspended|disabled)\b/,
    ],
  ],
  [
    'disabled',
    [
      /\b(?:account|mailbox|user|recipient|address)(?:\(s\))?(?: \w+){0,6} (?:disabled|inactive|suspended|deactivated|discontinued|frozen|closed|terminated|locked|blocked|expired)\b/,
      /\b(?:disabled|inactive|suspended|deactivated|closed|expired) (?:recipient|account|mailbox|user|e-?mail|address)|\bcompte\b.{0,30}\b(?:bloque|desactive|ferme)|\bkonto\b.{0,20}\b(?:deaktiviert|gesperrt)|(?:ящик|аккаунт)\b.{0,20}(?:отключен|заблокирован)/u,
    ],
  ],
  [
    'no_domain',
    [
      /\bhost(?: or domain name)? (?:name )?(?:is )?(?:not found|unknown)\b(?!, try)|\bunknown (?:host|domain)\b|\bno such (?:domain|host)\b|\bnxdomain\b|\b(?:illegal|invalid) (?:host|domain)\b|\bbad destination system\b/,
      /\bdomain(?: name)? (?:is |was |has )?(?:does ?n[o']t exist|does not exist|not found|unknown|not reachable|n'existe)|\bdns lookup failure\b.{0,80}\bnot found\b|\bdomain\b.{0,30}\bnot reachable\b/,
      /\bnull ?mx\b|\bno mx record\b|\bindicated no smtp service\b|\b(?:does not|doesn't) (?:accept|receive) (?:any )?(?:e-?)?mail\b|\bnot accepting network messages\b|\bno relevant answers\b/,
      /\bunrout[e]?able (?:address|mail domain)\b/,
    ],
  ],
  [
    'unknown_user',
    [
      /\buser(?: name| id)? (?:is )?(?:unknown|invalid|not (?:exist|found|known|listed))|\bunknown (?:or illegal )?(?:user|recipient|mailbox|account|alias|local|to address|e-?mail address)|\bno such (?:user|mailbox|recipient|account|person|e-?mail|address|local|in this domain)/,
      /\b(?:user|recipients?|mailbox|account|address|alias|account that you tried to reach)(?: \w+){0,4} (?:does not|doesn't|do not|did not|not|nicht) exist/,
      /\b(?:user|recipients?|mailbox|account|address|alias)(?: \w+){0,4} (?:is not|isn't|was not|wasn't|could not be|couldn't be|not) (?:be )?(?:found|known|recogni[sz]ed|listed|valid|registered|a valid|our)\b|\brecipient ?not ?found\b|\brecip(?:ient)?notfound\b|\bmailbox (?:not found|unknown)\b/,
      /\b(?:invalid|illegal|incorrect) (?:or unknown )?(?:recipient|mailbox|user|address|final delivery|destinat|alias|e-?mail)|\brecipient(?:'s)? (?:e-?mail )?(?:address )?(?:is |unknown|possibly )(?:invalid|incorrect|unknown)?|\bbad destination mailbox\b|\bdestination mailbox\b.{0,30}\b(?:moved|invalid)/,
      /\bnot (?:our|a local|a valid|a registered) (?:gateway )?(?:user|customer|mailbox|recipient|address)|\bno (?:mailbox|account|user) (?:here|by that|with that)|\bno valid recipients\b|\b(?:does not|doesn't) have an? .{0,40}\baccount\b|\bnot listed in\b|\bno longer (?:on server|in use|valid|active|available|exists?|employed)\b|\bmailbox (?:has |is )?moved\b/,
      /\b(?:destinataire|adresse|utilisateur)\b.{0,40}\b(?:invalide|inconnu|inexistant)|\b(?:empfanger|benutzer|adresse)\b.{0,30}\b(?:unbekannt|existiert nicht|nicht gefunden)|\bempfanger gibt es nicht|\b(?:usuario|destinatario|cuenta|buzon|utente|casella)\b.{0,30}\b(?:desconocid|no existe|inexistente|sconosciut|non esiste)/,
      /(?:пользователь|ящик|получатель|адрес).{0,30}(?:не найден|не существует)|нет такого (?:пользователя|ящика)|недопустимый (?:пользователь|адрес)|ディレクトリ(?:の)?(?:リスト)?に(?:は見つかり|あり)ません|(?:宛先|ユーザー?|メールアドレス).{0,12}(?:存在しません|不明|見つかりません(?!でした))|用户不存在|收件人不存在/u,
    ],
  ],
  [
    'undelivered',
    [
      /\bconnection (?:refused|timed|reset|lost|error)|\btimed out\b|\b(?:message|envelope) expired\b|\bretry timeout\b|\b(?:unable|failed) to connect\b|\bto connect\b|\bno route to\b|\bhop count\b|\btoo many hops\b|\bmail loop\b|\bnot responding\b|\b(?:system|mailer) error\b|\bsystem resources\b|\bdisk space\b|\bon hold\b|\btls\b|\bservice (?:is )?(?:currently |temporarily )?(?:un|not )available\b/,
    ],
  ],
];

/** Words of a refusal that gives no reason. A code beside them says more. */
const WEAK =
  /\baccess denied\b|\bden(?:y|ied)\b|\brefused\b|\breject(?:ed|s)?\b|\bnot (?:permitted|allowed|authori[sz]ed|accepted)\b|\bprohibited\b|\brestricted\b|\bunable to accept\b/;

const URL = /\bhttps?:\/\/\S{1,300}/g;
const ADDRESS = /[^\s<>()[\]"',;:|=@]{1,80}@[\w.-]{1,255}/g;
const HOST = /\b(?:[a-z0-9-]{1,63}\.){1,10}[a-z]{2,24}\b/g;
/** Codes at the beginning of each line of a long reply, which stand between its words when they are joined. */
const LINE_CODE = /\b[245]\d\d[ -](?:[245]\.\d{1,3}\.\d{1,3} )?/g;
const NAMED_LIST = /\b(?:spamhaus|spamcop|sorbs|abuseat|barracudacentral|dnsbl|uribl|surbl|rbl)\b/;

/** Returns words as they are compared: lower case, without accents, addresses, host names and links. */
export function plainWords(words: string): string {
  const lower = words
    .normalize('NFD')
    .replace(/([a-z])[\u0300-\u036f]{1,4}/gi, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u2018\u2019`´]/g, "'");
  const list = NAMED_LIST.test(lower) ? ' blocklist' : '';
  return (
    lower.replace(URL, ' ').replace(ADDRESS, ' ').replace(HOST, ' ').replace(LINE_CODE, ' ') + list
  ).replace(/[\s_]+/g, ' ');
}

/** Returns the kind that words tell, undefined if they tell none. `weak`: they only say that it was refused. */
export function kindOfWords(words: string): { kind: BounceKind; weak: boolean } | undefined {
  const plain = plainWords(words);
  const strong = STRONG.find(([, patterns]) => patterns.some((pattern) => pattern.test(plain)));
  if (strong) return { kind: strong[0], weak: false };
  return WEAK.test(plain) ? { kind: 'policy', weak: true } : undefined;
}
