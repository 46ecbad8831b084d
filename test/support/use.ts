/** What a test file uses from its first test to its last: opened before, closed at its end in reverse order, also where opening failed half-way. */
import { before } from 'node:test'

/** A rig ends itself, or is a view of the program that it has started. */
type Opened = { stop(): unknown } | { close(): unknown } | { end(): unknown } | { readonly vezne: { stop(): unknown } }

const closers: (() => unknown)[] = []

/** Empty until the file's tests run; from then on a view of what `open` resolves to, which is an object without private fields. */
export const use = <T extends Opened>(open: () => Promise<T>): T => {
  const used = {} as T
  before(async () => {
    const opened = await open()
    closers.push(() => close(opened))
    for (const name of Object.keys(opened) as (keyof T)[])
      Object.defineProperty(used, name, {
        enumerable: true,
        get: () => opened[name],
        set: (value) => {
          opened[name] = value
        },
      })
  })
  return used
}

const close = (opened: Opened): unknown => {
  if ('stop' in opened) return opened.stop()
  if ('close' in opened) return opened.close()
  return 'end' in opened ? opened.end() : opened.vezne.stop()
}

/** The lane calls it after the last hook of each file. Throws the first error when all are closed. */
export const closeUsed = async (): Promise<void> => {
  const errors: unknown[] = []
  for (const closer of closers.splice(0).reverse())
    await Promise.resolve()
      .then(closer)
      .catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

const laneClosers: (() => Promise<unknown>)[] = []

/** For what the files of a lane share, one after the other. */
export const atLaneEnd = (closer: () => Promise<unknown>): void => void laneClosers.push(closer)

export const closeLane = async (): Promise<void> => {
  for (const closer of laneClosers.splice(0).reverse()) await closer()
}
