/** `node scripts/sdk/pack-python.ts <folder>`: builds the Python client there, its operations made from the OpenAPI documents. Needs Python. */
import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SENT_ONCE } from '../../sdk/src/generated/sent-once.ts'
import { allDocuments } from '../pages/documents.ts'
import { pythonTools } from './python-tools.ts'

const run = promisify(execFile)

/** Path of the wheel; undefined: there is no Python here. */
export const packPython = async (folder: string, tools: string): Promise<string | undefined> => {
  const bin = await pythonTools(tools)
  if (bin === undefined) return undefined
  const work = mkdtempSync(join(tmpdir(), 'vezne-python-'))
  try {
    cpSync(fileURLToPath(new URL('../../sdk/python', import.meta.url)), work, { recursive: true })
    const made = join(work, 'vezne_sdk')
    writeFileSync(join(made, 'sent_once.py'), sentOnce())
    for (const [name, document] of Object.entries(allDocuments())) {
      writeFileSync(join(work, `${name}.json`), JSON.stringify(document))
      const output = ['--meta', 'none', '--output-path', join(made, name)]
      await run(join(bin, 'openapi-python-client'), ['generate', '--path', join(work, `${name}.json`), ...output], {
        maxBuffer: 2 ** 24,
      })
    }
    await run(join(bin, 'pyproject-build'), ['--wheel', '--outdir', resolve(folder), work], { maxBuffer: 2 ** 24 })
    return globSync(join(folder, 'vezne_sdk-*.whl'))[0]
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const sentOnce = (): string => `"""Paths of writes without an Idempotency-Key, which are sent once."""
SENT_ONCE = (
${[...SENT_ONCE].map((operation) => `    "${operation.replace(/^POST /, '')}",`).join('\n')}
)
`

if (import.meta.main) {
  const wheel = await packPython(process.argv[2] ?? '.', join(tmpdir(), 'vezne-generators'))
  process.stdout.write(`${wheel ?? 'there is no python3 here'}\n`)
  if (wheel === undefined) process.exitCode = 1
}
