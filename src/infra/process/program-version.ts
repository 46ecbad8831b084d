/** The release that runs: the version of the package. */
import { readFileSync } from 'node:fs'

const read = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
export const PROGRAM_VERSION = read.version
