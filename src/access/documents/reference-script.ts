/** The script of the reference page (Scalar), compressed; unpacked by a short-lived process at the first view, then cached. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const UNPACK_MS = 20_000
const SCRIPT_BYTES_MAX = 8 * 1024 * 1024

let known: Promise<Buffer> | undefined

export const referenceScript = (): Promise<Buffer> => {
  known ??= unpack().catch((error: unknown) => {
    known = undefined
    throw error
  })
  return known
}

const unpack = (): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const program = fileURLToPath(new URL('./unpack-reference.ts', import.meta.url))
    const options = { encoding: 'buffer', timeout: UNPACK_MS, maxBuffer: SCRIPT_BYTES_MAX, env: {} } as const
    execFile(process.execPath, [program], options, (error, output) => (error ? reject(error) : resolve(output)))
  })
