/** Restricted APIs: what only one file of the program may do, so that a reviewer reads all of it there. */

interface Gate {
  /** What it looks like in a source of src/. */
  readonly sign: RegExp
  /** The files that may. */
  readonly keepers: readonly string[]
  readonly what: string
  /** Absent: the program itself. */
  readonly reach?: RegExp
}

const PROGRAM = /^src\//
/** What can write an amount: the program, its pages, its client and the bank simulator. */
const WITH_MONEY = /^(?:src|simulators|console\/src|sdk\/src)\//
/** Each knows the decimals of currencies by itself: none imports another, but the console the client. */
const MONEY = [
  'src/core/money.ts',
  'src/start-page/assets/page.js',
  'simulators/bank/wire/money.ts',
  'sdk/src/money.ts',
  'console/src/format/money.ts',
]

const GATES: readonly Gate[] = [
  {
    sign: /x-forwarded|x-real-ip|['"]forwarded['"]|\bremoteAddress\b|\brequest\.ips?\b|\brequest\.protocol\b|\btrustProxy\b/i,
    keepers: ['src/infra/http/client-address.ts', 'src/infra/http/internal-requests.ts'],
    what: 'asks who calls or how; request.clientAddress says it',
  },
  {
    sign: /column: 'card_sealed'|\b(?:open|seal)\([^)]*card_sealed/,
    keepers: ['src/acquiring/card-vault.ts'],
    what: 'opens or seals cards',
  },
  {
    sign: /\bsetInterval\(/,
    keepers: [
      'src/infra/process/every.ts',
      'src/connectors/simbank/acs/page-parts.ts', // in a browser
    ],
    what: 'repeats work by itself; every() does it, and never twice at once',
  },
  {
    sign: /createDecipheriv|createCipheriv/,
    keepers: ['src/infra/crypto/cipher.ts'],
    what: 'encrypts by itself',
  },
  {
    sign: /insert into [\w${}]+(?: as \w+)?\s+select (?:\w+\.)?\*/,
    keepers: ['src/infra/database/rows/document-rows.ts'],
    what: 'writes whole rows, which fails as soon as a later release adds a column that may not be null',
  },
  {
    sign: /\(\$\d+::[\w[\]]+ is null or /,
    keepers: [
      // Prepared under a name.
      'src/checkout/sessions/checkout-session-store.ts',
      'src/payments/model/payment-store.ts',
      'src/payments/three-d-secure/three-d-session-store.ts',
      'src/transfers/model/step-store.ts',
      // Made of parts that several statements share, with their numbers.
      'src/access/person-data.ts',
      'src/payments/queries/trace-store.ts',
      'src/reconciliations/matching/gather.ts',
      'src/reconciliations/resolution/finalize.ts',
      'src/transfers/ledger/verification-store.ts',
      'src/transfers/queries/traced-transfers.ts',
      'src/webhooks/deliveries/replay-events.ts',
      // Pages after a key, for the whole of a table.
      'src/cli/ledger/bank-orders.ts',
      'src/settlements/making/close-store.ts',
      'src/settlements/making/settlement-run-store.ts',
    ],
    what: 'leaves a filter in its statement that was not asked for; ifGiven and matches leave it out',
  },
  {
    sign: /\b(?:insertInto|replaceIn)\(\s*'\w+',\s*(?:\w+\s*[,)]|\{[^}]*?\.\.\.(?!pick\()\w)/,
    // Their callers make the row of these columns and no others.
    keepers: [
      'src/access/audit/audit-store.ts',
      'src/access/waiting/waiting-store.ts',
      'src/acquiring/bank-profiles/bank-profile-store.ts',
      'src/acquiring/hosts/host-store.ts',
      'src/fraud/blacklist/blacklist-entry-store.ts',
      'src/fraud/rules/rule-admin-store.ts',
      'src/identity/platform/tariff-plan-store.ts',
      'src/identity/roles/tenant-role-store.ts',
      'src/identity/settings/setting-store.ts',
      'src/reconciliations/model/reconciliation-store.ts',
    ],
    what: 'writes every member that its row happens to have, which no type sees; pick names the columns',
  },
  {
    sign: /\binterface \w+Row \{[^}]*\btenant_id: /,
    keepers: ['src/infra/database/due-work/leased-table.ts'], // a row of any table
    what: 'writes the columns of a table by hand; Row has them from the migrations',
  },
  {
    sign: /\.toFixed\(|\bparseFloat\(/,
    keepers: [
      ...MONEY,
      'src/checkout/brand.ts', // a contrast
      'src/checkout/page/browser/frame-style.ts', // pixels
      'src/cli/doctor/host.ts', // GiB
      'src/cli/doctor/database-checks.ts', // hours
      'src/cli/forward-event.ts', // milliseconds
      'src/main.ts', // seconds
    ],
    what: 'writes or reads fractions, which no amount has on its way',
    reach: WITH_MONEY,
  },
  {
    sign: /\b(?:\w+\.)*\w*(?:minor|amount|gross|commission)\w*\)? *(?:[/*] *(?:1_?0+\b|10 ?\*\*)|% *100\)\.pad)|\bNumber\([^()]*\) *\* *(?:100\b|10 ?\*\*)/i,
    keepers: MONEY,
    what: 'makes decimals of minor units or the other way round',
    reach: WITH_MONEY,
  },
  {
    sign: /style: 'currency'/,
    keepers: MONEY,
    what: 'writes amounts for people',
    reach: WITH_MONEY,
  },
]

/** `files`: path from the root to text. Returns one line per fault. */
export const gateFaults = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([path, text]) =>
    GATES.filter(
      ({ sign, keepers, reach = PROGRAM }) => reach.test(path) && sign.test(text) && !keepers.includes(path),
    ).map(
      ({ what, keepers }) => `${path} ${what}${keepers.length > 0 ? `; that is left to ${keepers.join(', ')}` : ''}`,
    ),
  )
