/** Size and shape of files and folders: small files that state their purpose, folders of limited size. Function length is Biome's. */
import { posix } from 'node:path'

const FILE_LINES_MAX = 250
const FOLDER_FILES_MAX = 25
const FORBIDDEN_FOLDERS = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'manager',
  'managers',
  'misc',
])

/** `files`: path from the root to text. Returns one line per fault. */
export const tidyFaults = (files: ReadonlyMap<string, string>): string[] => {
  const faults: string[] = []
  const counts = new Map<string, number>()
  for (const [path, text] of files) {
    if (path.includes('/generated/')) continue
    const lines = text.split('\n').length - 1
    if (lines > FILE_LINES_MAX) faults.push(`${path} has ${lines} lines; at most ${FILE_LINES_MAX}`)
    if (!opensWithSentence(path, text)) faults.push(`${path} does not open with a sentence in a comment`)
    if (!/^([0-9]{4}_)?[a-z0-9]+([.-][a-z0-9]+)*$/.test(posix.basename(path)))
      faults.push(`${path} is not named in kebab-case`)
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
    const forbidden = folder.split('/').find((name) => FORBIDDEN_FOLDERS.has(name))
    if (forbidden) faults.push(`${path} lies in a folder named ${forbidden}`)
  }
  for (const [folder, count] of counts)
    if (folder.startsWith('src/') && count > FOLDER_FILES_MAX)
      faults.push(`${folder} has ${count} files; at most ${FOLDER_FILES_MAX}`)
  return faults
}

const opensWithSentence = (path: string, text: string): boolean => {
  const body = text.replace(/^#!.*\n/, '')
  return path.endsWith('.sql') ? body.startsWith('-- ') : /^\/\*\*\s+\S/.test(body)
}
