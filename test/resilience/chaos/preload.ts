/** Loaded before the program by tests of its crashes (`--import`): it changes the program's text while it is loaded. */
import { registerHooks } from 'node:module'
import { patchedSource } from './patches.ts'
import { readPlan } from './plan.ts'

const plan = readPlan()

registerHooks({
  load(url, context, next) {
    const module = next(url, context)
    if (!url.includes('/src/') || module.source === undefined) return module
    return { ...module, source: patchedSource(url, String(module.source), plan) }
  },
})

await import('./places.ts')
