/** Strips the types of this package's modules where Node does not: under node_modules. Preloaded by vezne.cjs, in processes that the program starts as well. */
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('..', import.meta.url).href

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(ROOT) || !url.endsWith('.ts')) return next(url, context)
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
    return { format: 'module', source, shortCircuit: true }
  },
})
