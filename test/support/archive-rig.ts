/** The archive beside a running shop, as the command of the owner does it. */
import type { Archive } from '../../src/cli/archive/archive-month.ts'
import { bringBack } from '../../src/cli/archive/bring-back.ts'
import { moveOut } from '../../src/cli/archive/move-out.ts'
import { newClient, type ServerClient } from '../../src/infra/database/server-connection.ts'
import { makeScratch } from './scratch.ts'
import type { Shop } from './shop.ts'

export class Killed extends Error {}

export interface ArchiveRig {
  readonly folder: string
  readonly owner: ServerClient
  out(label: string, step?: Archive['step']): ReturnType<typeof moveOut>
  back(label: string, step?: Archive['step']): ReturnType<typeof bringBack>
  /** Ends the work behind each of its steps in turn, then lets it finish; returns the steps. */
  outKilled(label: string): Promise<string[]>
  backKilled(label: string): Promise<string[]>
  close(): Promise<void>
}

export const openArchiveRig = async ({ vezne }: Pick<Shop, 'vezne'>): Promise<ArchiveRig> => {
  const folder = makeScratch('vezne-archive-')
  const owner = newClient(vezne.ownerUrl)
  await owner.connect()
  const archive = (step: Archive['step'] = () => undefined): Archive => ({
    runtime: vezne.runtime,
    owner,
    folder,
    step,
  })
  const killedEverywhere = async (run: (step: Archive['step']) => Promise<unknown>): Promise<string[]> => {
    const killed: string[] = []
    for (;;) {
      let seen = 0
      try {
        await run((name) => {
          if (seen++ < killed.length) return
          killed.push(name)
          throw new Killed(name)
        })
        return killed
      } catch (error) {
        if (!(error instanceof Killed)) throw error
      }
    }
  }
  return {
    folder,
    owner,
    out: (label, step) => moveOut(archive(step), label, 'a test'),
    back: (label, step) => bringBack(archive(step), label),
    outKilled: (label) => killedEverywhere((step) => moveOut(archive(step), label, 'a test')),
    backKilled: (label) => killedEverywhere((step) => bringBack(archive(step), label)),
    close: () => owner.end(),
  }
}
