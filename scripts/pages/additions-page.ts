/** docs/interface/additions.md: operations and members that the interface does not promise, from the documents and the kept list. */
import type { Endpoint, SurfaceName } from '../../src/access/endpoint.ts'
import { allDocuments } from './documents.ts'
import { type Addition, findDifference } from './interface-difference.ts'
import { table } from './markdown.ts'
import { allEndpoints, whoMay } from './operations-page.ts'
import { operationName, PROMISED } from './promised.ts'

export const additionsPage = (): string => {
  const endpoints = allEndpoints()
  const { additions } = findDifference(PROMISED, { documents: allDocuments(), endpoints })
  const surfaces = (Object.entries(endpoints) as [SurfaceName, Endpoint[]][]).map(([surface, all]) => ({
    surface,
    operations: all.filter((each) => !each.isPage && !isPromised(surface, each)),
    members: together(additions.filter((each) => each.surface === surface && each.place !== 'problem')),
  }))
  const count = surfaces.reduce((sum, { operations }) => sum + operations.length, 0)
  return `# Additions

What is served on top of the interface: ${count} operations, and members of promised ones, that the list of what the interface promises
([promised.json](promised.json)) does not have. Made from the documents of the surfaces and that list by \`npm run docs\`.
\`npm run check\` fails when something promised is not served, and when an addition has no description.

For callers this means:

- Additions are used like everything else: the rules of [every request](requests.md) hold for them, and types and limits are in
  \`/openapi.json\` and \`/reference\` of the surface.
- Within a release they only grow: nothing is renamed, narrowed or taken away. From one release to the next they may be refined; the
  changelog says so. What the other pages of this folder promise changes only with the version in the path.
- An integration that has to work with other implementations of the interface leaves them out: it ignores members and types of events that it
  does not know, and needs no operation of this page.

*Where* names a schema as [promised.json](promised.json) does; in \`/openapi.json\` the bodies of creation and update have names of their own.

## Every surface

Of problem documents:

${memberTable(together(additions.filter(({ surface, place }) => surface === 'cards' && place === 'problem')))}

${surfaces.map(surfacePart).join('\n\n')}
`
}

interface Surface {
  readonly surface: SurfaceName
  readonly operations: readonly Endpoint[]
  readonly members: readonly Member[]
}

interface Member {
  readonly name: string
  readonly where: string
  readonly description: string
}

const isPromised = (surface: SurfaceName, { method, path }: Endpoint): boolean =>
  operationName(method, path) in PROMISED.operations[surface]

const surfacePart = ({ surface, operations, members }: Surface): string => `## ${surface}

${table(
  ['Operation', 'What it does', 'Who'],
  operations.map((each) => [`\`${each.method} ${shown(each.path)}\``, each.summary, whoMay(surface, each)]),
)}

${memberTable(members)}`

const memberTable = (members: readonly Member[]): string =>
  table(
    ['Member', 'Where', 'What it is'],
    members.map(({ name, where, description }) => [`\`${name}\``, where, description]),
  )

const shown = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

/** One row for all places of a surface where a member means the same. */
const together = (additions: readonly Addition[]): Member[] => {
  const alike = Map.groupBy(additions, ({ place, name, description }) => [place, name, description].join('\n'))
  return [...alike.values()].flatMap((all) =>
    all.slice(0, 1).map((first) => ({ name: first.name, where: whereOf(first, all), description: first.description })),
  )
}

const whereOf = ({ surface, place }: Addition, all: readonly Addition[]): string => {
  const types = Object.keys(PROMISED.events[surface] ?? {})
  if (place === 'event' && all.length === types.length) return `data of all ${types.length} events`
  return `${WORDS[place]} ${all.map(({ of }) => `\`${of}\``).join(', ')}`
}

const WORDS = {
  query: 'query of',
  header: 'header of',
  body: 'body',
  answer: 'answer',
  problem: 'answer',
  event: 'event',
} as const
