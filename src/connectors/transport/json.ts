/** JSON as banks send it: one object, bounded in depth. A number becomes its own text, so that an amount is never a float. */
import { decodeText } from './charset.ts'
import { isTree, MESSAGE_DEPTH_MAX, type Reader, type Tree, type TreeNode, type Writer } from './message.ts'

const show = (content: Tree): string => JSON.stringify(content)

export const jsonFormat: Writer & Reader = {
  contentType: 'application/json',
  encode: (content) => Buffer.from(show(content)),
  decode(bytes) {
    const text = decodeText(bytes, 'utf-8')
    try {
      const content: unknown = JSON.parse(text ?? '', asText)
      return isTree(content) && isShallow(content) ? content : undefined
    } catch {
      return undefined
    }
  },
  show,
}

/** Null counts as absent. */
const asText = (_name: string, value: unknown, context?: { source?: string }): unknown => {
  if (typeof value === 'number') return context?.source ?? String(value)
  return typeof value === 'boolean' ? String(value) : (value ?? undefined)
}

const isShallow = (node: TreeNode | undefined, depth = 0): boolean =>
  typeof node !== 'object' ||
  (depth < MESSAGE_DEPTH_MAX && Object.values(node).every((inner) => isShallow(inner, depth + 1)))
