/** console/src/generated/operations.ts: every published operation as a value with its types, so that a page names what it calls. */
import { allDocuments } from '../pages/documents.ts'
import type { Schema } from '../sdk/schema-types.ts'

const SURFACES = ['cards', 'transfers', 'fraud', 'identity'] as const
const BASE = /^\/api\/v(?:1|\{version\})\//

/** An operation that several surfaces have (settings, look-ups) bears the name of its surface, and so does its id in `me`. */
export const consoleOperations = (): string => {
  const documents = allDocuments() as Record<(typeof SURFACES)[number], Schema>
  const all = SURFACES.flatMap((surface) =>
    listOperations(documents[surface]).map((operation) => ({ surface, ...operation })),
  )
  const lines = all.map(({ surface, id, method, path }) => {
    const isOnly = all.filter((each) => each.id === id).length === 1
    const name = isOnly ? id : `${id}Of${surface[0]!.toUpperCase()}${surface.slice(1)}`
    const said = isOnly ? id : `${surface}.${id}`
    const target = `${surface}/${path.replace(BASE, '')}`
    return `export const ${name} = /* @__PURE__ */ operation<${surface}['${method} ${path}']>('${said}', '${method}', '${target}')`
  })
  return `/** The operations of all four surfaces, made from their documents by \`npm run docs\`; not to be edited. */
${SURFACES.map((surface) => `import type { Operations as ${surface} } from '../../../sdk/src/generated/${surface}.ts'`).join('\n')}
import { operation } from '../api/operation.ts'

${lines.join('\n')}
`
}

const listOperations = (document: Schema): { id: string; method: string; path: string }[] =>
  Object.entries<Schema>(document.paths).flatMap(([path, item]) =>
    BASE.test(path) && !/\/health\/(?:live|ready)$/.test(path)
      ? Object.entries<Schema>(item).map(([method, { operationId }]) => ({
          id: operationId,
          method: method.toUpperCase(),
          path,
        }))
      : [],
  )
