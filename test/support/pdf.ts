/** Reads a PDF as a reader program does: its text, and its page as a picture. */
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface ReadPdf {
  pages: number
  title: string
  text: string
  /** Width, height, and how much of the page is not paper: between 0 and 1. */
  width: number
  height: number
  inked: number
  png: Buffer
}

const SCALE = 1.5

export const readPdf = async (bytes: Uint8Array): Promise<ReadPdf> => {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await task.promise
  try {
    const page = await document.getPage(1)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
    const viewport = page.getViewport({ scale: SCALE })
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
    await page.render({ canvas: canvas as never, viewport }).promise
    const { info } = await document.getMetadata()
    return {
      pages: document.numPages,
      title: (info as { Title: string }).Title,
      text: text.normalize('NFC'),
      width: canvas.width,
      height: canvas.height,
      inked: inkedPart(canvas),
      png: canvas.toBuffer('image/png'),
    }
  } finally {
    await task.destroy()
  }
}

const inkedPart = (canvas: Canvas): number => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  let inked = 0
  for (let at = 0; at < data.length; at += 4) if ((data[at] as number) < 128) inked++
  return inked / (data.length / 4)
}
