/** Memory that is held, without what nobody holds any more and the collector has not come by yet. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of buffers outside the heap that something refers to. */
export const heldBufferBytes = (): number => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  collect()
  return process.memoryUsage().arrayBuffers
}
