/** A bar on a terminal; nothing in a pipe. */
import { stderr } from 'node:process'

const WIDTH = 30

export interface Progress {
  show(done: number): void
  end(): void
}

export const createProgress = (total: number, to: Pick<typeof stderr, 'isTTY' | 'write'> = stderr): Progress => {
  if (!to.isTTY) return { show: () => undefined, end: () => undefined }
  return {
    show(done) {
      const share = total === 0 ? 1 : done / total
      const filled = Math.round(share * WIDTH)
      const bar = `${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}`
      to.write(`\r[${bar}] ${Math.round(share * 100)} %  ${done} of ${total}`)
    },
    end: () => void to.write('\n'),
  }
}
