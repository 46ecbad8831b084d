/** Restricted APIs: what only one file of the program may do, so that a reviewer reads all of it there. */

interface Gate {
  /** What it looks like in a source of src/. */
  readonly sign: RegExp
  /** The files that may. */
  readonly keepers: readonly string[]
  readonly what: string
}

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
    sign: /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(/,
    keepers: [],
    what: 'writes through the query builder, which composes filtered lists only; writes are SQL',
  },
]

/** `files`: path from the root to text. Returns one line per fault. */
export const gateFaults = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([path, text]) =>
    path.startsWith('src/')
      ? GATES.filter(({ sign, keepers }) => sign.test(text) && !keepers.includes(path)).map(
          ({ what, keepers }) =>
            `${path} ${what}${keepers.length > 0 ? `; that is left to ${keepers.join(', ')}` : ''}`,
        )
      : [],
  )
