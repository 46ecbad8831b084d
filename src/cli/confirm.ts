/** Asks for confirmation before something is removed permanently. */
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { UsageError } from './command.ts'

/** `isYes` is true if the argument already agrees. Throws UsageError unless the operator agrees. */
export const confirm = async (isYes: boolean): Promise<void> => {
  if (isYes) return
  if (!stdin.isTTY) throw new UsageError('nothing was changed; say --yes to agree to that')
  const lines = createInterface({ input: stdin, output: stdout })
  const answer = await lines.question('Type yes to go on: ')
  lines.close()
  if (answer.trim() !== 'yes') throw new UsageError('nothing was changed')
}

/** Separates a flag such as --yes from the other arguments. */
export const readFlag = (words: readonly string[], flag: string): { isSet: boolean; rest: string[] } => ({
  isSet: words.includes(flag),
  rest: words.filter((word) => word !== flag),
})
