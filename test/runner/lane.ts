/** A lane: takes file after file from the run and runs each as a suite of its own. One process for many files spares loading and warming up the program for each. */
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import '../support/property-seed.ts'
import type { Assignment, LaneEvent } from './messages.ts'

process.on('message', ({ file }: Assignment) => {
  if (file === undefined) return process.channel?.unref() // it ends by itself, and can still report until then
  describe(file, async () => {
    await import(pathToFileURL(file).href)
  })
})
process.send?.({ kind: 'ready' } satisfies LaneEvent)
