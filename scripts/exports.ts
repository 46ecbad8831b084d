/** What a file of src exports is used by another file; what no other file names is not exported. */

const EXPORTED = /^export (?:async )?(?:const|function|class|abstract class|interface|type) ([A-Za-z_$][\w$]*)/gm
const WORD = /[A-Za-z_$][\w$]*/g

/** `files`: path from the root to text. Returns one line per fault. */
export const exportFaults = (files: ReadonlyMap<string, string>): string[] => {
  const namedIn = new Map<string, Set<string>>()
  for (const [path, text] of files)
    for (const [word] of text.matchAll(WORD)) {
      const paths = namedIn.get(word) ?? new Set()
      namedIn.set(word, paths.add(path))
    }
  return [...files].flatMap(([path, text]) =>
    path.startsWith('src/')
      ? [...text.matchAll(EXPORTED)]
          .filter(([, name]) => namedIn.get(name as string)?.size === 1)
          .map(([, name]) => `${path} exports ${name}, which no other file names`)
      : [],
  )
}
