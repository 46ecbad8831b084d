/** The English of comments and names: words and openings that readers stumble over, each with what to write instead. */

export interface Rule {
  readonly pattern: RegExp
  readonly instead: string
  /** Legitimate uses. They are taken out of the comment before the pattern is looked for. */
  readonly allowed?: RegExp
}

/** Folders whose comments and names follow the rules, with everything below them. */
export const CLEAN: readonly string[] = ['src', 'console/src', 'sdk', 'simulators']

/** How a comment must not begin, since its first words then have no subject or refer to something not yet named. */
export const OPENINGS: readonly Rule[] = [
  {
    pattern: /^Of\b/,
    instead: 'name the thing first: "Id of a tag", not "Of a tag: its id"',
    allowed: /^Of course\b/,
  },
  {
    pattern: /^With(?:out)?\b/,
    instead: 'put the main clause first, or end the phrase with a comma and a main clause',
    allowed: /^With(?:out)? [^.:;]+, (?:an?|the|each|every|no|its?|this|they|\w+s) /,
  },
  {
    pattern: /^(?:What|Whatever|Whoever|Whose|Whichever)\b/,
    instead: 'begin with a noun or a verb: "Facts that a bank needs", "Returns the ..."',
    allowed: /^What [^.]*\?/,
  },
  {
    pattern: /^Whether (?:it|they|one|he|she)\b/,
    instead: 'name the subject: "Whether the key is active"',
  },
  {
    pattern: /^`?(?:True|False|Null|Undefined|None|Nothing)`?[:;,]/i,
    instead:
      'say first what is returned or stored, then when it is null or false: "Null when ..." or "Returns null if ..."',
  },
  {
    pattern: /^(?:It|Its|They|Them|Those|Theirs|The ones? (?:that|of|which|with|to|in)|He|His)\b/,
    instead: 'name the noun that the pronoun means',
  },
]

/** Words and turns that are not the field's English, wherever they stand in a comment. */
export const WORDS: readonly Rule[] = [
  {
    pattern: /\b(?:nobody|somebody|whoever|everybody|anybody)\b/i,
    instead: 'name the actor: the caller, the operator, another process, no one',
  },
  { pattern: /\banew\b/i, instead: 'again' },
  {
    pattern:
      /\bof (?:its|their|his|her|our) own\b(?! (?!that|for|and|or|which|so|in|by|with|to|at|on|where|if|as|from|than|nor|but)\w)/i,
    instead: 'its own ..., a separate ...',
  },
  { pattern: /\bby (?:itself|themselves)\b/i, instead: 'automatically, or name what causes it' },
  { pattern: /\bfor the rest\b/i, instead: 'otherwise' },
  {
    pattern: /\bas (?:it is|they are|it was|they were)\b/i,
    instead: 'unchanged',
    allowed: /\bas (?:it|they) (?:is|are|was|were) (?:\w+ed|sent|read|written|made|known|given|an?|the|no|not)\b/,
  },
  { pattern: /\b(?:counts?|is|are|has|have|\w+ed) no more\b(?! than)/i, instead: 'no longer' },
  {
    pattern: /\b(?:is|are|was|were) over\b/i,
    instead: 'has ended, has expired',
    allowed: /\b(?:is|are|was|were) over (?:\d+|an?|the|its|half)\b/,
  },
  { pattern: /\b(?:says?|said) so\b/i, instead: 'name what is said' },
  { pattern: /\bthere already\b/i, instead: 'already exists' },
  { pattern: /\bthe same of\b/i, instead: 'the same ... for' },
  { pattern: /\bbehind (?:it|them)\b/i, instead: 'after it, or name the relation' },
  { pattern: /\bwhat [a-z]+(?: [a-z]+){0,4} of (?:it|them)\b/i, instead: 'name the part' },
  {
    pattern: /\balone\b/i,
    instead: 'only',
    allowed: /\blet alone\b|\b(?:leaves?|left) (?:\w+ ){0,3}alone\b|\balone decides? nothing\b/,
  },
  { pattern: /\b(?:stands|stood|stand)\b/i, instead: 'is', allowed: /\b(?:stands?|stood) in for\b/ },
  {
    pattern: /\baway\b/i,
    instead: 'unavailable, removed',
    allowed: /\b(?:right|straight|far|further) away\b|\b(?:go|goes|going|give|gives|throw|throws|thrown|turned) away\b/,
  },
  { pattern: /\bfor ever\b/i, instead: 'permanently' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix, repair' },
  { pattern: /\bdear\b/i, instead: 'expensive' },
  { pattern: /\bbeside\b/i, instead: 'in addition to, next to, together with' },
  { pattern: /\btold\b/i, instead: 'notified, or name what is said', allowed: /\btold apart\b/ },
  { pattern: /\bdeaf\b/i, instead: 'not subscribed, disconnected' },
  { pattern: /\b(?:a|an|the|each|one|another|this|that|its|of) (?:try|tries)\b/i, instead: 'attempt' },
  { pattern: /\bnouns?\b/i, instead: 'folder, module, or the name of the thing' },
  { pattern: /\b(?:a|the|its|their|whose) reach\b/i, instead: 'scope' },
]

/** Parts of names that the field does not use, and its word. */
export const NAMES: readonly Rule[] = [
  { pattern: /\b(?:nobody|somebody|whoever)\b/, instead: 'the actor' },
  { pattern: /\banew\b/, instead: 'again' },
  { pattern: /\bdeaf\b/, instead: 'disconnected' },
  { pattern: /\bstrangers?\b/, instead: 'anonymous' },
  { pattern: /\bfurnish\b/, instead: 'provision' },
  { pattern: /\bgive back\b/, instead: 'release' },
  { pattern: /\boutwait\b/, instead: 'wait' },
  { pattern: /\bgo on\b/, instead: 'continue' },
  { pattern: /\bstretch(?:es)?\b/, instead: 'range' },
  { pattern: /^door\b|\bdoor$/, instead: 'the authenticator' },
  { pattern: /^plan row$/, instead: 'the kind of plan: tariff, recurring' },
]

/** Exported functions of the service that open what has to be closed again, or unseal a secret. */
const OPENED: ReadonlySet<string> = new Set(
  `openAccount openAcknowledgedFile openAddress openAuthentication openBank openCard openChangeFeed openChannelSecret openClock openCode openCommitGate openConnection
  openConnectionPool openCustomer openDatabaseForCli openFileKms openFileMailer openForUpkeep openHttpServer openInternalSurface openJournal
  openKeptCard openKms openLedger openLimitStore openLogTarget openMailer openMasterKeys openNamelessFile openNotifications openPatientPool
  openPendingChallenge openProcessRegistry openReconnectingClient openRedisLimits openRefreshToken openReplica openRows openRuntime openSealer
  openSecrets openServer openSessionId openSimulatedAccounts openSmtpMailer openStoredCard openStoredTaxId openSurfaces openTextKms openTls
  openTokenCard openValues`.split(/\s+/),
)

interface FunctionRule {
  readonly pattern: RegExp
  /** The part of the name, as a message shows it. */
  readonly part: string
  readonly instead: string
  readonly isAllowed: (name: string, path: string) => boolean
}

/** How an exported function must not be named. Each `open…`, `…Of` and `take…` meant several things. */
export const FUNCTIONS: readonly FunctionRule[] = [
  {
    pattern: /^open(?=[A-Z])/,
    part: 'open…',
    instead: 'create, compose or load, or add it to OPENED if it opens what has to be closed again',
    isAllowed: (name, path) => OPENED.has(name) || !/^(?:src|simulators)\//.test(path),
  },
  {
    pattern: /^[a-z]\w*Of$/,
    part: '…Of',
    instead: 'a verb: to, find, build, count, list, parse, read',
    isAllowed: (name) => /^(?:all|any|one)Of$|^(?:count|find|has|is|use)[A-Z]/.test(name),
  },
  {
    pattern: /^take(?=[A-Z])/,
    part: 'take…',
    instead: 'receive, claim, dequeue, read; the tokens of a limit are taken, and a step of a state machine',
    isAllowed: (name, path) => name.endsWith('Step') || path.startsWith('src/access/limits/'),
  },
]
