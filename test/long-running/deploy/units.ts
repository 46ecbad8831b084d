/** The units of systemd: read without a fault, and exposed by at most 2.0 of its own measure. */
import { type Part, runProgram } from './part.ts'

const EXPOSURE_MAX = 2
const NAMES = ['api', 'worker', 'migrate']

export const units: Part = {
  title: 'units of systemd',
  needs: { 'systemd-analyze': 'systemd' },
  async run({ say }) {
    let isFine = true
    for (const name of NAMES) {
      const { output } = await runProgram('systemd-analyze', [
        'security',
        '--offline=true',
        `deploy/systemd/vezne-${name}.service`,
      ])
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(output)?.[1] ?? Number.NaN)
      const complaints = output.split('\n').filter((line) => /deploy\/systemd\/.*:\d+: /.test(line))
      say(
        `vezne-${name}: exposure ${exposure} of at most ${EXPOSURE_MAX}${complaints.map((line) => `; ${line}`).join('')}`,
      )
      isFine &&= exposure <= EXPOSURE_MAX && complaints.length === 0
    }
    return isFine
  },
}
