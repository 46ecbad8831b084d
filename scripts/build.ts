/** `node scripts/build.ts`: builds what browsers run, unless it is built from these very sources. With `--checkout` only the scripts of the payment page, which the program needs to start. */
import { bringUpToDate, builtHash } from './built-folder.ts'
import { CHECKOUT_SCRIPTS } from './checkout/build.ts'
import { CONSOLE_PAGES } from './console/build.ts'

/** After `npm ci --omit=dev`. */
const isWithoutTools = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND'
const WITHOUT_TOOLS =
  'what builds it is not installed. Either npm ci (without --omit=dev) and npm run build, or install a package, which has it built (npm run package, docs/install.md)'
const toText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const folders = process.argv.includes('--checkout') ? [CHECKOUT_SCRIPTS] : [CHECKOUT_SCRIPTS, CONSOLE_PAGES]
for (const folder of folders)
  try {
    await bringUpToDate(folder, say)
  } catch (error) {
    // The surfaces work without the console; an installation without build tools brings along what is built.
    say(`the ${folder.title} could not be built: ${isWithoutTools(error) ? WITHOUT_TOOLS : toText(error)}`)
    if (builtHash(folder) === null && process.argv.includes('--strict')) process.exitCode = 1
  }
