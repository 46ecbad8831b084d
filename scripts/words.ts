/** The English of comments and names: words and openings that readers stumble over, each with what to write instead. */

interface Rule {
  readonly pattern: RegExp
  readonly instead: string
  /** Legitimate uses. They are taken out of the comment before the pattern is looked for. */
  readonly allowed?: RegExp
}

/** Folders whose comments and names follow the rules, with everything below them. */
export const CLEAN: readonly string[] = ['src', 'console/src', 'sdk', 'simulators']

/** How a comment must not begin, since its first words then have no subject or refer to something not yet named. */
const OPENINGS: readonly Rule[] = [
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
const WORDS: readonly Rule[] = [
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
const NAMES: readonly Rule[] = [
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
  `openAccount openAcknowledgedFile openAuthentication openBank openCard openChangeFeed openClock openCode openCommitGate openConnection
  openConnectionPool openCustomer openDatabaseForCli openFileKms openFileMailer openForUpkeep openHttpServer openInternalSurface openJournal
  openKeptCard openKms openLedger openLimitStore openLogTarget openMailer openMasterKeys openNamelessFile openNotifications openPatientPool
  openPendingChallenge openProcessRegistry openReconnectingClient openRedisLimits openRefreshToken openReplica openRows openRuntime openSealer
  openSecrets openServer openSessionId openSimulatedAccounts openSmtpMailer openStoredCard openStoredTaxId openSurfaces openTextKms openTls
  openTokenCard openValues`.split(/\s+/),
)

interface FunctionRule {
  readonly pattern: RegExp
  readonly instead: string
  readonly isAllowed: (name: string, path: string) => boolean
}

/** How an exported function must not be named. Each `open…`, `…Of` and `take…` meant several things. */
const FUNCTIONS: readonly FunctionRule[] = [
  {
    pattern: /^open(?=[A-Z])/,
    instead: 'create, compose or load, or add it to OPENED if it opens what has to be closed again',
    isAllowed: (name, path) => OPENED.has(name) || !/^(?:src|simulators)\//.test(path),
  },
  {
    pattern: /^[a-z]\w*Of$/,
    instead: 'a verb: to, find, build, count, list, parse, read',
    isAllowed: (name) => /^(?:all|any|one)Of$|^(?:count|find|has|is|use)[A-Z]/.test(name),
  },
  {
    pattern: /^take(?=[A-Z])/,
    instead: 'receive, claim, dequeue, read; the tokens of a limit are taken, and a step of a state machine',
    isAllowed: (name, path) => name.endsWith('Step') || path.startsWith('src/access/limits/'),
  },
]

/** A comment in code begins a line or follows a blank; lines of `//` that follow one another are one comment. */
const COMMENT = /(?<=^|\s)\/\*[\s\S]*?\*\/|(?<=^[ \t]*)\/\/ .*(?:\n[ \t]*\/\/ .*)*|(?<=\s)\/\/ .*/gm
const DECLARED =
  /^\s*(?:export )?(?:default )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm

const FUNCTION = /^export (?:async )?(?:const (\w+)(?:: [^\n=]+)? =\s+(?:async )?(?:<[^>]*>\s*)?\(|function\*? (\w+))/gm

/** A row that is read before a change: `known` says neither what it is nor that it may be old. */
const ROW_BEFORE = /^\s*const known = (?:require\w+\(|\(?await (?:lock|find)\w+\()/gm

/** `files`: path from the root to text; those outside of `clean` are not read. Returns one line per fault. */
export const wordFaults = (files: ReadonlyMap<string, string>, clean: readonly string[] = CLEAN): string[] =>
  [...files].flatMap(([path, text]) =>
    clean.some((folder) => path.startsWith(`${folder}/`)) && !path.includes('/generated/')
      ? [...commentFaults(path, text), ...nameFaults(path, text), ...functionFaults(path, text)]
      : [],
  )

const commentFaults = (path: string, text: string): string[] =>
  [...text.matchAll(COMMENT)].flatMap(({ 0: comment, index }) => {
    const prose = proseOf(comment)
    return [...OPENINGS, ...WORDS].flatMap((rule) => {
      const found = find(rule, prose)
      return found === undefined ? [] : [`${path}:${findLineNumber(text, index)} "${found}": write ${rule.instead}`]
    })
  })

const nameFaults = (path: string, text: string): string[] =>
  [...text.matchAll(DECLARED)].flatMap(({ 0: declaration, 1: name = '', index }) =>
    NAMES.filter(({ pattern }) => pattern.test(splitName(name))).map(
      ({ instead }) => `${path}:${findLineNumber(text, index + declaration.length)} ${name}: name it with ${instead}`,
    ),
  )

const functionFaults = (path: string, text: string): string[] => [
  ...[...text.matchAll(ROW_BEFORE)].map(
    ({ 0: row, index }) =>
      `${path}:${findLineNumber(text, index + row.length)} known: name it with what the row is: currentUser, storedKey`,
  ),
  ...[...text.matchAll(FUNCTION)].flatMap(({ 1: constant, 2: declared, index }) => {
    const name = constant ?? declared ?? ''
    return FUNCTIONS.filter(({ pattern, isAllowed }) => pattern.test(name) && !isAllowed(name, path)).map(
      ({ instead }) => `${path}:${findLineNumber(text, index)} ${name}: name it with ${instead}`,
    )
  }),
]

const find = ({ pattern, allowed }: Rule, prose: string): string | undefined => {
  const rest = allowed === undefined ? prose : prose.replace(new RegExp(allowed, 'gi'), '…')
  return pattern.exec(rest)?.[0]
}

/** Returns the text of a comment without its marks, and without code in backquotes, which is not English. */
const proseOf = (comment: string): string =>
  comment
    .replace(/^\/\*+|\*\/$/g, '')
    .replace(/^[ \t]*(?:\/\/|\*)/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<=.)`[^`]*`/g, '…')
    .trim()

/** Splits a name at its capitals and underscores, in lower case: `giveBack` becomes `give back`. */
const splitName = (name: string): string =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll('_', ' ')
    .toLowerCase()

const findLineNumber = (text: string, index: number): number => text.slice(0, index).split('\n').length
