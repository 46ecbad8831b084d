/** A lane: takes file after file from the run and runs each as a suite of its own. One process for many files spares loading and warming up the program for each. */
import { pathToFileURL } from 'node:url'
import { followHandles, ignoreHandles } from './followed-handles.ts'
import '../support/property-seed.ts'
import type { Assignment, LaneEvent } from './messages.ts'

const { after, describe } = await import('node:test') // not before ./followed-handles.ts
const { closeLane, closeUsed } = await import('../support/use.ts')

process.on('message', async ({ file }: Assignment) => {
  await closeUsed() // what the file before could not close, because another of its hooks had failed
  if (file === undefined) {
    await closeLane()
    return process.channel?.unref() // it ends by itself, and can still report until then
  }
  followHandles()
  describe(file, async () => {
    try {
      await import(pathToFileURL(file).href)
      after(closeUsed) // the last of its hooks
    } finally {
      ignoreHandles()
    }
  })
})
process.send?.({ kind: 'ready' } satisfies LaneEvent)
