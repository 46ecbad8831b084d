/** Bank responses are untrusted bytes: anything but one small, plain document of the right name is rejected. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { matchesMaskedCard } from '../../src/connectors/kit/callback.ts'
import { decimalText, minorOfDecimal, minorOfText } from '../../src/connectors/transport/bank-amounts.ts'
import { parseBankTime } from '../../src/connectors/transport/bank-times.ts'
import { elementsAt, MESSAGE_BYTES_MAX, maskTree, textAt } from '../../src/connectors/transport/message.ts'
import { readXml, writeXml, xmlText } from '../../src/connectors/transport/xml.ts'
import { money } from '../../src/core/money.ts'
import { Secret } from '../../src/core/secret.ts'

const LATIN5 = '<?xml version="1.0" encoding="ISO-8859-9"?>'
const read = (text: string | Buffer, contentType: string | null = 'text/xml') =>
  readXml(Buffer.from(text), 'R', contentType)

const refused: [name: string, text: string | Buffer, contentType?: string][] = [
  ['nothing', ''],
  ['text', 'Approved'],
  ['HTML', '<!doctype html><html><body>R</body></html>'],
  ['JSON', '{"R":{"Response":"Approved"}}'],
  ['cut', '<R><Response>Approved</Response>'],
  ['cut in a tag', '<R><Response>Approved</Resp'],
  ['tags crossed', '<R><A><B>1</A></B></R>'],
  ['two roots', '<R><A>1</A></R><R><A>2</A></R>'],
  ['text after the root', '<R><A>1</A></R>Approved'],
  ['another root', '<Q><R><A>1</A></R></Q>'],
  ['no elements', '<R>Approved</R>'],
  ['a DTD', '<!DOCTYPE R><R><A>1</A></R>'],
  ['an entity of its own', '<!DOCTYPE R [<!ENTITY a "Approved">]><R><A>&a;</A></R>'],
  ['a file as an entity', '<!DOCTYPE R [<!ENTITY a SYSTEM "file:///etc/passwd">]><R><A>&a;</A></R>'],
  ['a DTD elsewhere', '<!DOCTYPE R SYSTEM "http://127.0.0.1/x.dtd"><R><A>1</A></R>'],
  ['a billion laughs', `<!DOCTYPE R [<!ENTITY a "ha">${'<!ENTITY b "&a;&a;">'.repeat(30)}]><R><A>&b;</A></R>`],
  ['a DTD in small letters', '<!doctype R><R><A>1</A></R>'],
  ['17 levels', `<R>${'<A>'.repeat(17)}${'</A>'.repeat(17)}</R>`],
  ['100,000 levels', `<R>${'<A>'.repeat(100_000)}${'</A>'.repeat(100_000)}</R>`],
  ['2 MB', `<R><A>${'x'.repeat(2 * MESSAGE_BYTES_MAX)}</A></R>`],
  ['a name of the prototype', '<R><__proto__><A>1</A></__proto__></R>'],
  ['a constructor', '<R><constructor>1</constructor></R>'],
  ['a charset nobody knows', '<?xml version="1.0" encoding="EBCDIC-CP-TR"?><R><A>1</A></R>'],
  ['UTF-16', iconv.encode('<?xml version="1.0" encoding="UTF-16"?><R><A>1</A></R>', 'utf-16le')],
  ['Latin-5 bytes said to be UTF-8', iconv.encode('<R><A>İşlem</A></R>', 'iso-8859-9'), 'text/xml; charset=utf-8'],
  ['broken UTF-8', Buffer.concat([Buffer.from('<R><A>'), Buffer.from([0xc3, 0x28]), Buffer.from('</A></R>')])],
]
for (const [name, text, contentType] of refused)
  test(`not read: ${name}`, () => assert.equal(read(text, contentType ?? 'text/xml'), undefined))

test('read: the five entities of XML, CDATA, attributes left out, blanks around', () => {
  const content = read(
    '<?xml version="1.0"?>\n<!-- note --><R a="1"><A> &lt;&amp;&gt;&quot;&apos; </A><C><![CDATA[<x>&amp;]]></C><D/></R>\n',
  )
  assert.deepEqual(content, { A: '<&>"\'', C: '<x>&amp;', D: '' })
})

test('read: an undefined entity, and a numeric one, stay as written', () => {
  assert.equal(textAt(read('<R><A>&nope;&#304;</A></R>')!, 'A'), '&nope;&#304;')
})

test('Turkish letters survive in either charset, labelled by the document or by the header', () => {
  const text = 'İşlem reddedildi: ğüşıöç ĞÜŞİÖÇ'
  const latin5 = iconv.encode(`${LATIN5}<R><A>${text}</A></R>`, 'iso-8859-9')
  assert.equal(textAt(readXml(latin5, 'R', null)!, 'A'), text)
  const bare = iconv.encode(`<R><A>${text}</A></R>`, 'iso-8859-9')
  assert.equal(textAt(readXml(bare, 'R', 'text/xml; charset=ISO-8859-9')!, 'A'), text)
  assert.equal(textAt(readXml(Buffer.from(`\ufeff<R><A>${text}</A></R>`), 'R', null)!, 'A'), text)
  assert.equal(iconv.decode(writeXml('R', { A: text }, 'iso-8859-9'), 'iso-8859-9'), `${LATIN5}<R><A>${text}</A></R>`)
})

test('a document that calls itself UTF-16 and can be read is in the charset of the header, else in UTF-8', () => {
  const text = '<?xml version="1.0" encoding="utf-16"?><R><A>ğüşıöç</A></R>'
  for (const type of ['text/xml; charset=utf-8', 'text/xml', null])
    assert.equal(textAt(read(text, type)!, 'A'), 'ğüşıöç')
  const latin5 = iconv.encode(text, 'iso-8859-9')
  assert.equal(textAt(read(latin5, 'text/xml; charset=ISO-8859-9')!, 'A'), 'ğüşıöç')
  assert.equal(read(iconv.encode(text, 'utf-16'), null), undefined)
})

test('UTF-8 bytes labelled Latin-5: messages are garbled, codes and flags are not', () => {
  const content = readXml(
    Buffer.from(`${LATIN5}<R><Response>Declined</Response><ErrMsg>İşlem</ErrMsg></R>`),
    'R',
    null,
  )!
  assert.equal(textAt(content, 'Response'), 'Declined')
  assert.notEqual(textAt(content, 'ErrMsg'), 'İşlem')
})

test('a repeated element has no text; lists are read as lists', () => {
  const content = read(
    '<R><Response>Declined</Response><Response>Approved</Response><L><X><A>1</A></X><X><A>2</A></X></L></R>',
  )!
  assert.equal(textAt(content, 'Response'), null)
  assert.deepEqual(
    elementsAt(content, 'L/X').map((each) => textAt(each, 'A')),
    ['1', '2'],
  )
  assert.deepEqual(elementsAt(content, 'L/Y'), [])
  for (const path of ['toString', 'L/X/A', 'L', 'Response/A']) assert.equal(textAt(content, path), null, path)
})

test('any text round-trips', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => /^[^\p{Cc}\p{Cs}]*$/u.test(value))
  fc.assert(
    fc.property(text, (value) => {
      const content = readXml(writeXml('R', { A: value, B: '1' }, 'utf-8'), 'R', null)
      assert.equal(content?.A, value.trim())
    }),
  )
})

test('only listed names are stored; card numbers are masked everywhere', () => {
  const names = { plain: new Set(['Code', 'ErrMsg']), cardNumbers: new Set(['Number']) }
  const tree = {
    Code: '00',
    ErrMsg: 'card 4111111111111111',
    Number: '4111111111111111',
    Md: 'secret',
    Extra: { Code: '1', X: 'y' },
  }
  assert.equal(
    xmlText('R', maskTree(tree, names)),
    '<R><Code>00</Code><ErrMsg>card 411111******1111</ErrMsg><Number>411111******1111</Number><Md>***</Md><Extra><Code>1</Code><X>***</X></Extra></R>',
  )
})

test('amounts: text and minor units, both ways and without floats', () => {
  for (const [minor, text] of [
    [1, '0.01'],
    [5, '0.05'],
    [100, '1.00'],
    [14_990, '149.90'],
    [100_500, '1005.00'],
    [1_999, '19.99'],
  ] as const) {
    assert.equal(decimalText(money(minor, 'TRY')), text)
    assert.equal(minorOfDecimal(text), minor)
  }
  assert.equal(minorOfDecimal('149.9'), 14_990)
  for (const text of ['', '1,00', '1.005', '-1.00', '1e2', ' 1.00', '.5', null])
    assert.equal(minorOfDecimal(text), null)
  for (const text of ['', '1.0', '-1', '1e3', null]) assert.equal(minorOfText(text), null)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999_999 }), (minor) =>
      assert.equal(minorOfDecimal(decimalText(money(minor, 'TRY'))), minor),
    ),
  )
})

test("bank times are Istanbul's", () => {
  const at = Date.UTC(2026, 0, 5, 7, 15, 30)
  for (const text of ['20260105 10:15:30', '2026-01-05 10:15:30', '2026-01-05 10:15:30.000'])
    assert.equal(parseBankTime(text), at)
  assert.equal(parseBankTime('20260105'), Date.UTC(2026, 0, 4, 21))
  for (const text of ['', 'yesterday', '05.01.2026', null]) assert.equal(parseBankTime(text), null)
})

test('a masked card number is compared by its visible digits', () => {
  const number = new Secret('4355084355084358')
  for (const masked of ['4355 08** **** 4358', '435508***4358', '435508******4358', '****', ''])
    assert.ok(matchesMaskedCard(masked, number))
  for (const masked of ['4355 09** **** 4358', '435508***4359']) assert.equal(matchesMaskedCard(masked, number), false)
  assert.ok(matchesMaskedCard('435508***4358', new Secret('435508******4358')))
})
