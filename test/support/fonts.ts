/** A browser of a machine without fonts draws letters nobody has on a desk: pictures are taken with the typeface of our receipts. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeScratch } from './scratch.ts'

const PLEX = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/ibm-plex-sans/package.json')))

/** The environment of the browser. */
export const makeFonts = (): Record<string, string> => {
  const folder = makeScratch('fonts-')
  mkdirSync(join(folder, 'cache'))
  const alias = (family: string): string =>
    `<alias binding="same"><family>${family}</family><prefer><family>IBM Plex Sans</family></prefer></alias>`
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig><dir>${PLEX}</dir><dir>/usr/share/fonts</dir><cachedir>${join(folder, 'cache')}</cachedir>${alias('system-ui')}${alias('sans-serif')}</fontconfig>`,
  )
  return { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
}
