/** SOAP: a message in an envelope, its elements in the namespace of the service; answers are read without their envelope. */
import { isTree, type Reader, type Tree, type TreeNode, type Writer } from './message.ts'
import { readXml, xmlText } from './xml.ts'

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'

/** A message has one element: the operation. */
export const soapFormat = (namespace: string): Writer & Reader => ({
  contentType: 'text/xml; charset=UTF-8',
  encode: (content) =>
    Buffer.from(
      `<soapenv:Envelope xmlns:soapenv="${ENVELOPE}" xmlns:ser="${namespace}"><soapenv:Body>${elements(prefixed(content))}</soapenv:Body></soapenv:Envelope>`,
    ),
  decode(bytes, contentType) {
    const body = readXml(bytes, 's:Envelope', contentType)?.['s:Body']
    return isTree(body) ? body : undefined
  },
  show: elements,
})

const elements = (content: Tree): string =>
  Object.entries(content)
    .flatMap(([name, node]) => (isTree(node) ? [xmlText(name, node)] : []))
    .join('')

const prefixed = (content: Tree): Tree =>
  Object.fromEntries(Object.entries(content).map(([name, node]) => [`ser:${name}`, node && prefixedNode(node)]))

const prefixedNode = (node: TreeNode): TreeNode => (isTree(node) ? prefixed(node) : node)
