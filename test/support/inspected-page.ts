/** Looks at a page of ours as it stands in a browser; with axe-core and a folder for pictures where `npm run checks -- checkout-pages` names them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Visit } from './browser.ts'

export const { VEZNE_AXE: axePath, VEZNE_SHOTS: shots } = process.env

/** No sideways scrolling, nothing the policy refused, nothing axe finds; a picture where they are wanted. */
export const inspect = async ({ page, complaints }: Visit, name: string): Promise<void> => {
  const [wide, seen] = await page.evaluate<[number, number]>(
    'new Promise((done) => requestAnimationFrame(() => done([document.documentElement.scrollWidth, innerWidth])))',
  )
  assert.ok(wide <= seen, `${name}: ${wide} px wide in ${seen}`)
  // A refused form is answered with 422, which the console calls an error.
  assert.deepEqual(
    complaints.filter((text) => !/status of 4(22|04|29)/.test(text)),
    [],
    name,
  )
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
  if (axePath === undefined) return
  for (const frame of page.frames()) {
    await frame.evaluate(readFileSync(axePath, 'utf8'))
    const found = await frame.evaluate<{ id: string; nodes: { html: string }[] }[]>(
      `axe.run(document, { iframes: false, runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
        rules: { "page-has-heading-one": { enabled: ${frame.parentFrame() === null} } } }).then(({ violations }) => violations)`,
    )
    assert.deepEqual(
      found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      [],
      name,
    )
  }
}
