/** Messages to and from banks as trees of elements, whatever their format, and their masks for the request log. */
import { maskCardNumber } from '../../core/card-number.ts'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'

/** Elements by name; an element that repeats is a list. */
export interface Tree {
  readonly [name: string]: TreeNode | undefined
}
/** A parsed message has only texts; numbers and booleans are for messages that are written as JSON. */
export type TreeNode = string | number | boolean | Tree | readonly TreeNode[]

/** Writes messages in one format. */
export interface Writer {
  readonly contentType: string
  encode(content: Tree): Buffer
  /** Returns the message as the request log stores it. */
  show(content: Tree): string
}
/** Reads messages of one format. */
export interface Reader {
  /** Returns undefined for anything but one whole message: a page of HTML, nothing, half a message. */
  decode(bytes: Uint8Array, contentType: string | null): Tree | undefined
  show(content: Tree): string
}

export interface LoggedNames {
  /** Names whose values are stored unchanged, except card numbers in them. */
  readonly plain: ReadonlySet<string>
  /** Card numbers: stored masked. */
  readonly cardNumbers: ReadonlySet<string>
}

/** The wrapping of a gateway's messages, and the names that the request log keeps. */
export interface Dialect {
  readonly request: Writer
  readonly answer: Reader
  readonly kept: LoggedNames
}

export const MESSAGE_BYTES_MAX = 1024 * 1024
export const MESSAGE_DEPTH_MAX = 16

/** The text of the one element at a path such as `Transaction/Response/Code`; null when absent, empty or repeated. */
export const textAt = (tree: Tree, path: string): string | null => {
  const node = nodeAt(tree, path)
  return typeof node === 'string' && node !== '' ? node : null
}

/** All elements of that path. */
export const elementsAt = (tree: Tree, path: string): readonly Tree[] => {
  const node = nodeAt(tree, path)
  return (Array.isArray(node) ? node : [node]).filter(isTree)
}

const nodeAt = (tree: Tree, path: string): TreeNode | undefined => {
  let node: TreeNode | undefined = tree
  for (const name of path.split('/')) node = isTree(node) && Object.hasOwn(node, name) ? node[name] : undefined
  return node
}

export const isTree = (node: unknown): node is Tree => typeof node === 'object' && node !== null && !Array.isArray(node)

/** Values of listed names remain, card numbers are masked, everything else becomes asterisks. */
export const maskTree = (tree: Tree, names: LoggedNames): Tree =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([name, node]) => (node === undefined ? [] : [[name, maskNode(name, node, names)]])),
  )

/** An unreadable response is not stored: its content is unknown. */
export const unreadableText = (bytes: Uint8Array, contentType: string | null): string =>
  `(unreadable: ${bytes.length} bytes of ${/^[\w.+-]+\/[\w.+-]+/.exec(contentType ?? '')?.[0] ?? 'no type'})`

const maskNode = (name: string, node: TreeNode, names: LoggedNames): TreeNode => {
  if (typeof node !== 'object') return shown(name, String(node), names)
  return isTree(node) ? maskTree(node, names) : node.map((each) => maskNode(name, each, names))
}

const HIDDEN = '***'

const shown = (name: string, value: string, { plain, cardNumbers }: LoggedNames): string => {
  if (value === '') return ''
  if (cardNumbers.has(name)) return /^[0-9]{12,19}$/.test(value) ? maskCardNumber(value) : HIDDEN
  return plain.has(name) ? maskCardNumbers(value) : HIDDEN
}
