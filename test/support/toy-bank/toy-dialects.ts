/** The toy bank's dialects: what goes out and is stored in each, and how the bank answers. */
import { jsonFormat } from '../../../src/connectors/transport/json.ts'
import type { Dialect } from '../../../src/connectors/transport/message.ts'
import { formWriter, inField, pairsReader } from '../../../src/connectors/transport/pairs.ts'
import { xmlFormat } from '../../../src/connectors/transport/xml.ts'

const xml = xmlFormat('Toy', 'iso-8859-9')

// Dialect, how its bank answers, the sale as it goes out, and as it is stored.
const SALE = { order: 'T1', card: '453957******1486', amount: '15000' }
export const TOY_DIALECTS: [
  name: string,
  dialect: Pick<Dialect, 'request' | 'answer'>,
  written: (members: Record<string, string>) => string,
  sent: string,
  stored: string,
][] = [
  [
    'JSON',
    { request: jsonFormat, answer: jsonFormat },
    ({ code, ...rest }) =>
      `{"code":${code === undefined ? null : `"${code}"`},"more":{"fee":1.50},${JSON.stringify(rest).slice(1)}`,
    '{"order":"T1","card":"4539578763621486","amount":15000}',
    JSON.stringify(SALE),
  ],
  [
    'a form, answered in pairs',
    { request: formWriter('utf-8'), answer: pairsReader(';;', 'iso-8859-9') },
    (members) =>
      `${Object.entries(members)
        .map((pair) => pair.join('='))
        .join(';;')};;Text=Onaylandı=;;`,
    'order=T1&card=4539578763621486&amount=15000',
    JSON.stringify(SALE),
  ],
  [
    'XML in a field of a form',
    { request: inField('prmstr', xml, 'iso-8859-9'), answer: xml },
    (members) => xml.encode(members).toString('latin1'),
    `prmstr=${encodeURIComponent('<?xml version="1.0" encoding="ISO-8859-9"?><Toy><order>T1</order><card>4539578763621486</card><amount>15000</amount></Toy>')}`,
    '<Toy><order>T1</order><card>453957******1486</card><amount>15000</amount></Toy>',
  ],
]
