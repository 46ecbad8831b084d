/** A picture of a page as a PNG of at most 96 colours, a quarter of the size: pages have few, and the rest are shades of letters. */
import { crc32, deflateSync } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'

const COLOURS_MAX = 96
/** Grounds and lines are near each other, and large: they stay as they are. */
const EXACT = 24
/** Shades nearer than this are one: it bounds the search. */
const STEP_BITS = 4

export const smallPng = async (png: Buffer): Promise<Buffer> => {
  const image = await loadImage(png)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const colours = new Uint32Array(width * height)
  const counts = new Map<number, number>()
  for (let at = 0; at < colours.length; at++) {
    const colour = ((data[at * 4]! << 16) | (data[at * 4 + 1]! << 8) | data[at * 4 + 2]!) >>> 0
    colours[at] = colour
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const palette = paletteOf(counts)
  const nearest = new Map(palette.map((colour, index) => [colour, index]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const colour = colours[y * width + x]!
      const index = nearest.get(colour) ?? indexOfNearest(palette, colour)
      nearest.set(colour, index)
      rows[y * (width + 1) + 1 + x] = index
    }
  return encode(width, height, palette, rows)
}

/** The most frequent colours, then of each cube of like shades the most frequent first. */
const paletteOf = (counts: ReadonlyMap<number, number>): number[] => {
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour)
  const cubes = new Set<number>()
  const first: number[] = []
  const rest: number[] = []
  for (const colour of sorted) {
    const cube = partsOf(colour).reduce((sum, part) => (sum << STEP_BITS) | (part >> (8 - STEP_BITS)), 0)
    ;(cubes.has(cube) ? rest : first).push(colour)
    cubes.add(cube)
  }
  return [...new Set([...sorted.slice(0, EXACT), ...first, ...rest])].slice(0, COLOURS_MAX)
}

const partsOf = (colour: number): [number, number, number] => [colour >> 16, (colour >> 8) & 255, colour & 255]

const indexOfNearest = (palette: readonly number[], colour: number): number => {
  const [red, green, blue] = partsOf(colour)
  const distances = palette.map((each) => {
    const [r, g, b] = partsOf(each)
    return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
  })
  return distances.indexOf(Math.min(...distances))
}

const encode = (width: number, height: number, palette: readonly number[], rows: Buffer): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8) // eight bits, by palette
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap(partsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const chunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
