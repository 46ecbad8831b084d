/** The generated files of the SDK: types of each surface, error codes, and the few operations that must not be sent twice. */
import { ERROR_CODES } from '../../src/core/error-codes.ts'
import { allDocuments } from '../pages/documents.ts'
import { FRAME_TYPES } from './declarations.ts'
import type { Schema } from './schema-types.ts'
import { findShared } from './shared-declarations.ts'
import { surfaceTypes } from './surface-types.ts'

type Documents = Record<string, Schema>

let made: Documents | undefined
const documents = (): Documents => (made ??= allDocuments())

const FOLDER = 'sdk/src/generated'

export const sdkFiles = (): { file: string; make: () => string }[] => [
  ...['cards', 'transfers', 'fraud', 'identity'].map((name) => ({
    file: `${FOLDER}/${name}.ts`,
    make: () => surfaceTypes(name, documents()[name] as Schema, new Set(findShared(documents()).keys())),
  })),
  { file: `${FOLDER}/shared.ts`, make: sharedTypes },
  { file: `${FOLDER}/error-codes.ts`, make: errorCodes },
  { file: `${FOLDER}/sent-once.ts`, make: sentOnce },
]

const HEAD = 'made by `npm run docs`; not to be edited. */\n'

const sharedTypes = (): string => `/** Shapes that several surfaces have in common, ${HEAD}
${[FRAME_TYPES, ...[...findShared(documents())].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)].join('\n')}`

const errorCodes = (): string => `/** Codes of problem documents with their HTTP status, ${HEAD}
export interface ErrorStatus {
${Object.entries(ERROR_CODES)
  .filter(([, { status }]) => status > 0)
  .map(
    ([code, { status, detail }]) =>
      `  /** ${detail.split(';')[0]} */\n  ${/^\d/.test(code) ? `'${code}'` : code}: ${status}`,
  )
  .join('\n')}
}
`

const sentOnce = (): string => {
  const paths = Object.values(documents()).flatMap(({ paths }) =>
    Object.entries<Schema>(paths).flatMap(([path, { post }]) =>
      post === undefined || takesKey(post) ? [] : [`POST ${path}`],
    ),
  )
  return `/** Writes without an Idempotency-Key: after a lost answer nobody knows whether they were done, so the client sends them once; ${HEAD}
export const SENT_ONCE: ReadonlySet<string> = new Set([
${[...new Set(paths)]
  .sort()
  .map((path) => `  '${path}',`)
  .join('\n')}
])
`
}

const takesKey = ({ parameters }: Schema): boolean =>
  parameters.some(({ $ref }: Schema) => String($ref).endsWith('/IdempotencyKey'))
