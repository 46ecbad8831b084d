/** Declarations that two surfaces or more have alike, together with all they name. */
import { buildDeclarations } from './declarations.ts'
import type { Schema } from './schema-types.ts'

export const findShared = (documents: Readonly<Record<string, Schema>>): Map<string, string> => {
  const surfaces = Object.values(documents).map(({ components }) => buildDeclarations(components.schemas))
  const all = new Set(surfaces.flatMap((each) => [...each.keys()]))
  const shared = new Map<string, string>()
  for (const name of all) {
    const texts = surfaces.flatMap((each) => each.get(name) ?? [])
    if (texts.length > 1 && texts.every((text) => text === texts[0])) shared.set(name, texts[0] as string)
  }
  // What names a shape of one surface stays with that surface; another may then name what has just gone.
  for (let before = -1; before !== shared.size; ) {
    before = shared.size
    for (const [name, text] of shared)
      if (namesIn(text).some((other) => all.has(other) && !shared.has(other))) shared.delete(name)
  }
  return shared
}

const namesIn = (text: string): string[] => text.replace(/\/\*\*.*?\*\//g, '').match(/\b[A-Z]\w+/g) ?? []
