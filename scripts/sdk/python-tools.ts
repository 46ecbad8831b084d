/** A virtual environment with what makes and builds Python clients, in a folder of its own outside of the tree. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PACKAGES = [
  'openapi-python-client==0.29.1',
  'build',
  'urllib3',
  'python-dateutil',
  'pydantic>=2',
  'typing-extensions',
]

/** Folder of its programs; undefined: there is no Python here. Needs the package registry once. */
export const pythonTools = async (home: string): Promise<string | undefined> => {
  const bin = join(home, 'py', process.platform === 'win32' ? 'Scripts' : 'bin')
  if (existsSync(join(bin, 'pyproject-build'))) return bin
  const isThere = await run('python3', ['--version']).then(
    () => true,
    () => false,
  )
  if (!isThere) return undefined
  await run('python3', ['-m', 'venv', join(home, 'py')])
  await run(join(bin, 'pip'), ['install', '--quiet', ...PACKAGES])
  return bin
}
