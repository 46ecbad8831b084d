/**
 * A receipt as one PDF page, with an embedded font for Turkish letters, and the same bytes for the same facts. pdfkit
 * subsets fonts automatically; pdf-lib has had no release since 2021. Nothing on the page shows when it was generated.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BilingualText, ReceiptFacts, ReceiptLine, ReceiptParty } from './receipt-facts.ts'

const FONTS = {
  regular: '@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf',
  bold: '@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf',
} as const

/** Library and fonts take memory and a tenth of a second, so only processes that create receipts load them. */
const loadTools = async () => {
  const [{ default: Document }, regular, bold] = await Promise.all([
    import('pdfkit'),
    readFile(fileURLToPath(import.meta.resolve(FONTS.regular))),
    readFile(fileURLToPath(import.meta.resolve(FONTS.bold))),
  ])
  return { Document, regular, bold }
}
let tools: ReturnType<typeof loadTools> | undefined

const INK = '#16202c'
const SOFT = '#5d6b7a'
const RULE = '#d5dbe1'
const PAPER = '#f4f6f8'
const ACCENT = '#0b5d57'
const LEFT = 56
const WIDTH = 483 // of the 595 points of A4
const GAP = 16
const BOX_WIDTH = (WIDTH - GAP) / 2
const BOX_PADDING = 14
const LABEL_WIDTH = 205

type Page = PDFKit.PDFDocument

export const renderReceipt = async (facts: ReceiptFacts): Promise<Buffer> => {
  tools ??= loadTools()
  const { Document, regular, bold } = await tools
  const page = new Document({
    size: 'A4',
    margin: 0,
    font: '', // no standard font, because those have no Turkish letters
    lang: 'tr-TR',
    displayTitle: true,
    info: {
      Title: `Dekont ${facts.receiptNo}`,
      Subject: 'Para transferi dekontu · Money transfer receipt',
      Creator: 'Vezne',
      Producer: 'Vezne',
      CreationDate: facts.at,
      ModDate: facts.at,
    },
  })
  const chunks: Buffer[] = []
  const bytes = new Promise<Buffer>((resolve, reject) => {
    page.on('data', (chunk: Buffer) => void chunks.push(chunk))
    page.on('end', () => resolve(Buffer.concat(chunks)))
    page.on('error', reject)
  })
  page.registerFont('regular', regular)
  page.registerFont('bold', bold)
  drawHead(page, facts)
  const below = drawParties(page, [facts.sender, facts.receiver], 232)
  drawLines(page, facts.lines, below + 26)
  drawFoot(page, facts)
  page.end()
  return bytes
}

const drawHead = (page: Page, { bankName, receiptNo, amount, status }: ReceiptFacts): void => {
  page.rect(0, 0, 595.28, 8).fill(ACCENT)
  page.font('bold').fontSize(15).fillColor(INK)
  page.text(bankName, LEFT, 48, { width: 270, height: 40, ellipsis: true })
  page.font('bold').fontSize(15).fillColor(ACCENT).text('DEKONT', LEFT, 48, { width: WIDTH, align: 'right' })
  page.font('regular').fontSize(9).fillColor(SOFT)
  page.text('Para transferi · Money transfer receipt', LEFT, 69, { width: WIDTH, align: 'right' })
  page.text(receiptNo, LEFT, 82, { width: WIDTH, align: 'right' })
  rule(page, 108)
  page.font('regular').fontSize(9).fillColor(SOFT).text('Tutar · Amount', LEFT, 126)
  page.font('bold').fontSize(30).fillColor(INK).text(amount, LEFT, 140)
  page.font('bold').fontSize(10).fillColor(ACCENT).text(status[0], LEFT, 184, { continued: true })
  page.font('regular').fillColor(SOFT).text(`  ·  ${status[1]}`)
}

/** Returns the position where they end. */
const drawParties = (page: Page, parties: readonly ReceiptParty[], top: number): number => {
  const inner = BOX_WIDTH - 2 * BOX_PADDING
  const heights = parties.map(({ name, bank }) => {
    page.font('bold').fontSize(11)
    const nameHeight = page.heightOfString(name, { width: inner })
    page.font('regular').fontSize(9)
    return nameHeight + (bank === '' ? 0 : page.heightOfString(bank, { width: inner }))
  })
  const height = Math.max(...heights) + 62
  parties.forEach(({ title, name, account, bank }, at) => {
    const left = LEFT + at * (BOX_WIDTH + GAP)
    const options = { width: inner }
    page.roundedRect(left, top, BOX_WIDTH, height, 6).fill(PAPER)
    page
      .font('regular')
      .fontSize(9)
      .fillColor(SOFT)
      .text(title.join(' · '), left + BOX_PADDING, top + BOX_PADDING, options)
    page
      .font('bold')
      .fontSize(11)
      .fillColor(INK)
      .text(name, left + BOX_PADDING, page.y + 3, options)
    page
      .font('regular')
      .fontSize(9.5)
      .text(account, left + BOX_PADDING, page.y + 4, options)
    page.fontSize(9).fillColor(SOFT)
    if (bank !== '') page.text(bank, left + BOX_PADDING, page.y + 3, options)
  })
  return top + height
}

const drawLines = (page: Page, lines: readonly ReceiptLine[], top: number): void => {
  let y = top
  const width = WIDTH - LABEL_WIDTH
  for (const { label, value } of lines) {
    drawLabel(page, label, y)
    page.font('regular').fontSize(10).fillColor(INK)
    page.text(value, LEFT + LABEL_WIDTH, y, { width, align: 'right' })
    y += Math.max(page.heightOfString(value, { width }), 13) + 8
    rule(page, y - 4)
    y += 4
  }
}

const drawLabel = (page: Page, [turkish, english]: BilingualText, y: number): void => {
  page.font('regular').fontSize(10).fillColor(INK).text(turkish, LEFT, y, { continued: true, width: LABEL_WIDTH })
  page.fillColor(SOFT).text(`  ${english}`)
}

const rule = (page: Page, y: number): void =>
  void page
    .moveTo(LEFT, y)
    .lineTo(LEFT + WIDTH, y)
    .lineWidth(0.6)
    .strokeColor(RULE)
    .stroke()

const drawFoot = (page: Page, { bankName }: ReceiptFacts): void => {
  page.font('regular').fontSize(8).fillColor(SOFT)
  page.text(`Bu dekont ${bankName} kayıtlarındaki bilgilerle düzenlenmiştir.`, LEFT, 772, { width: WIDTH })
  page.text(`This receipt was made from the records of ${bankName}.`, LEFT, 784, { width: WIDTH })
}
