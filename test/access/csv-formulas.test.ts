/** No cell of a CSV file begins as a formula, whatever signs a spreadsheet of another script takes for one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvFile } from '../../src/access/csv-file.ts'

const SIGNS = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−', '⁺', '⁼', '₊', '₌']

const written = async (text: string): Promise<string> => {
  async function* lots() {
    yield [{ note: text }]
  }
  const answer = csvFile({
    name: 'x',
    columns: { note: { tr: 'n', en: 'n' } },
    headings: 'names',
    total: 1,
    lots: lots(),
  } as never)
  const pieces: Buffer[] = []
  for await (const piece of answer.stream as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces).toString().split('\r\n').slice(1).join('\n').trimEnd()
}

test('a sign of a formula, in any width, is guarded at the start and after a separator', async () => {
  for (const sign of SIGNS) {
    assert.match(await written(`${sign}1+1`), /^"?'/, JSON.stringify(sign))
    if (sign.trim() !== '')
      for (const separator of [';', '；'])
        assert.match(
          await written(`a${separator}${sign}1`),
          new RegExp(`a${separator}'`),
          JSON.stringify([separator, sign]),
        )
  }
  for (const text of ['Ağaç', 'a=b', '１２', 'no-reply', 'a@b.example']) assert.equal(await written(text), text)
})
