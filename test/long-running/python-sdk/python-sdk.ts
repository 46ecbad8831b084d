/** The Python client as it is packaged: its recipe, and lost answers, against the running program. Needs Python and its package registry once. */
import { execFile } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packPython } from '../../../scripts/sdk/pack-python.ts'
import { pythonTools } from '../../../scripts/sdk/python-tools.ts'
import { openProgram } from '../../resilience/chaos/program.ts'
import { demoClient } from '../../support/demo.ts'
import { makeScratch } from '../../support/scratch.ts'
import type { Check } from '../check.ts'

const run = promisify(execFile)
const TOOLS = join(tmpdir(), 'vezne-generators')
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  '../../../sdk/python/recipe.py':
    /^declined: bank_declined bank code 05\ncompleted once: True\nverified: payment\.completed refund\.completed\n$/,
  './lost-answers.py': /^ok\n$/,
}

export const pythonSdk: Check = async (say) => {
  const bin = await pythonTools(TOOLS)
  if (bin === undefined) {
    say('absent: python3')
    return true
  }
  const folder = makeScratch('vezne-python-sdk-')
  const program = await openProgram()
  try {
    const [wheel] = await Promise.all([packPython(folder, TOOLS), program.start()])
    await run(join(bin, 'pip'), ['install', '--quiet', '--no-deps', '--target', join(folder, 'site'), wheel as string])
    const { client_id, client_secret } = demoClient(program.demo(), 'admin')
    const env = {
      PYTHONPATH: join(folder, 'site'),
      CARDS_URL: program.urls.cards,
      AUTH_URL: program.urls.identity,
      REALM: 'tenant-demo',
      CLIENT_ID: client_id,
      CLIENT_SECRET: client_secret,
    }
    let isFine = true
    for (const [script, expected] of Object.entries(SCRIPTS)) {
      copyFileSync(fileURLToPath(new URL(script, import.meta.url)), join(folder, 'script.py'))
      const said = await run(join(bin, 'python'), ['script.py'], { cwd: folder, env }).then(
        ({ stdout }) => stdout,
        ({ stderr }: { stderr: string }) => stderr,
      )
      const isRight = expected.test(said)
      say(`${script.split('/').at(-1)}: ${isRight ? 'ok' : said.slice(-2_000)}`)
      isFine &&= isRight
    }
    return isFine
  } finally {
    await program.end()
    rmSync(folder, { recursive: true, force: true })
  }
}
