/** State names written as targets of a transition, in SQL or TypeScript, instead of taken from a state table. */

/** An update's assignments, up to what follows them. */
const ASSIGNMENTS = /\bupdate\s+(?:\w+\s+){0,2}set\b([\s\S]*?)(?=\bwhere\b|\bfrom\b|\breturning\b|`)/g
const ASSIGNED = /\b(?:status|state)\s*=\s*(case\b[\s\S]*?\bend\b|'\w+')/g
/** A member of a step or row, or an assignment; not a type, whose names are joined by `|`. */
const WRITTEN =
  /\b(?:to|to_status|child_status|status|state):\s*((?:'|[^,}\n|]*\? )[^,}\n|]*)(?![^,}\n]*\|)|^\s*\w{3,}\.(?:status|state) = ([^;\n]*)/gm
const NAME = /'(\w+)'/g
/** The key of an update: it reads the state that the row has, as a `where` does. */
const KEY_OF_UPDATE = /(\bupdateTable\(\s*'\w+',\s*)\{[^{}]*\}/g

/** `targets`: states that a transition leads to. Returns each as it is written. */
export const literalTargets = (text: string, targets: ReadonlySet<string>): string[] => {
  const code = withoutComments(text).replaceAll(KEY_OF_UPDATE, '$1key')
  const sql = [...code.matchAll(ASSIGNMENTS)].flatMap(([, set = '']) => [...set.matchAll(ASSIGNED)])
  const script = [...code.matchAll(WRITTEN)]
  return [...sql, ...script]
    .filter(([, one, other]) => namesIn(one ?? other ?? '').some((name) => targets.has(name)))
    .map(([whole]) => whole.replace(/\s+/g, ' ').trim())
}

const withoutComments = (text: string): string => text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')

/** Of a condition only what it chooses between. */
const namesIn = (value: string): string[] =>
  [...value.replace(/[!=]==? '\w+'|^case [\w.]+ when '\w+'|\bwhen '\w+'/g, '').matchAll(NAME)].map(
    ([, name]) => name as string,
  )

/** Triggers of the table in `source` that no file of its surface, or of one that stands on it, names. */
export const unusedTriggers = (
  machine: Readonly<Record<string, object>>,
  source: string,
  sources: ReadonlyMap<string, string>,
): string[] => {
  const surface = source.split('/').slice(0, 2).join('/')
  const code = [...sources]
    .filter(([path]) => path.startsWith(`${surface}/`))
    .map(([, text]) => withoutComments(text))
    .join('\n')
  const triggers = new Set(Object.values(machine).flatMap((edges) => Object.keys(edges)))
  return [...triggers].filter((trigger) => !code.includes(`'${trigger}'`))
}
