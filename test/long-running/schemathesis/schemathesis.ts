/** Schemathesis, with its default checks, over the OpenAPI documents of all four surfaces. Needs Python and PyPI once. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asOwner } from '../../resilience/chaos/platform-records.ts'
import { openProgram, type Program } from '../../resilience/chaos/program.ts'
import { demoClient } from '../../support/demo.ts'
import { makeScratch } from '../../support/scratch.ts'
import type { Check } from '../check.ts'

const VERSION = '4.32.5'
const REALM = 'tenant-load' // no limits
const SURFACES = (process.env.VEZNE_SURFACES ?? 'cards,transfers,fraud,identity').split(',')
const EXAMPLES = process.env.VEZNE_EXAMPLES ?? '20' // of each operation and phase
const OPERATIONS = process.env.VEZNE_OPERATIONS?.split(',') ?? [] // These are operationIds; without any, all operations are tried.
const fileHere = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export const schemathesis: Check = async (say, seed) => {
  const tool = installed(say)
  if (tool === undefined) return false
  const program = await openProgram()
  try {
    await program.start()
    let isFine = true
    for (const surface of SURFACES) isFine = (await judge(tool, program, surface, seed, say)) && isFine
    return isFine
  } finally {
    await program.end()
  }
}

/** In a separate virtual environment in the temporary folder. */
const installed = (say: (line: string) => void): string | undefined => {
  const home = join(tmpdir(), `vezne-schemathesis-${VERSION}`)
  const tool = join(home, 'bin', 'schemathesis')
  if (existsSync(tool)) return tool
  if (spawnSync('python3', ['--version']).status !== 0) {
    say('Python is not there (python3 with venv and pip)')
    return undefined
  }
  say(`installing schemathesis ${VERSION} into ${home}`)
  const made = spawnSync('python3', ['-m', 'venv', home])
  const got = spawnSync(join(home, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`])
  if (made.status === 0 && got.status === 0) return tool
  rmSync(home, { recursive: true, force: true })
  say(`it could not be installed: ${String(made.stderr)}${String(got.stderr)}`)
  return undefined
}

const keyOf = (program: Program, clientId: string): Promise<string> =>
  asOwner(program.ownerUrl(), async (owner) => {
    const { rows } = await owner.query<{ id: string }>('select id from clients where client_id = $1', [clientId])
    return rows[0]!.id
  })

const judge = async (
  tool: string,
  program: Program,
  surface: string,
  seed: number,
  say: (line: string) => void,
): Promise<boolean> => {
  const tenant = program.demo().tenants.find(({ slug }) => slug === REALM)!
  const { client_id, client_secret } = demoClient(program.demo(), 'admin', REALM)
  const folder = makeScratch('vezne-schemathesis-run-')
  const args = [
    ...['--config-file', fileHere('./schemathesis.toml'), 'run', `${program.urls[surface]}/openapi.json`],
    ...['--seed', String(seed), '--max-examples', EXAMPLES, '--continue-on-failure', '--no-color'],
    ...OPERATIONS.flatMap((id) => ['--include-operation-id', id]),
    ...[
      '--header',
      `X-Tenant-Id: ${tenant.tenant_id}`,
      '--header',
      `X-Merchant-Id: ${tenant.merchants[0]!.merchant_id}`,
    ],
  ]
  const child = spawn(tool, args, {
    cwd: folder,
    env: {
      ...process.env,
      SCHEMATHESIS_HOOKS: fileHere('./hooks.py'),
      VEZNE_TOKEN_URL: `${program.urls.identity}/api/v1/auth/${REALM}/token`,
      VEZNE_CLIENT_ID: client_id,
      VEZNE_CLIENT_SECRET: client_secret,
      VEZNE_OWN_KEY: await keyOf(program, client_id),
    },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  rmSync(folder, { recursive: true, force: true })
  if (code !== 0) say(text.slice(text.search(/=+ (?:FAILURES|ERRORS) =+/)))
  say(`${surface}: ${/Test cases:\s*(.*)/.exec(text)?.[1] ?? 'no test ran'}`)
  return code === 0
}
