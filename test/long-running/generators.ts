/** Clients made from the OpenAPI documents by four generators: each compiles, those of Python pay and refund. Needs the registries of npm, PyPI and Maven once; what is absent is said. */
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openProgram, type Program } from '../resilience/chaos/program.ts'
import { demoClient } from '../support/demo.ts'
import { makeScratch } from '../support/scratch.ts'
import type { Check } from './check.ts'

const run = promisify(execFile)
const TSC = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
const fileHere = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const TOOLS = join(tmpdir(), 'vezne-generators')
const SURFACES = ['cards', 'transfers', 'fraud', 'identity']
const GENERATOR = '7.25.0'

export const generators: Check = async (say) => {
  mkdirSync(TOOLS, { recursive: true })
  const folder = makeScratch('vezne-generators-')
  const program = await openProgram()
  try {
    await program.start()
    for (const surface of SURFACES)
      for (const query of ['', '?webhooks=false']) {
        const answer = await fetch(`${program.urls[surface]}/openapi.json${query}`)
        writeFileSync(join(folder, `${surface}${query === '' ? '' : '-paths'}.json`), await answer.text())
      }
    let isFine = true
    for (const [name, make] of Object.entries(GENERATORS)) {
      const fault = await make(folder, program).catch((error: { stdout?: string; stderr?: string; message: string }) =>
        `${error.stdout ?? ''}${error.stderr ?? error.message}`.trim().split('\n').slice(-12).join('\n'),
      )
      say(`${name}: ${fault ?? 'ok'}`)
      isFine &&= fault === undefined || fault.startsWith('absent')
    }
    return isFine
  } finally {
    await program.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Make = (folder: string, program: Program) => Promise<string | undefined>

const npmTool = async (): Promise<string> => {
  const bin = join(TOOLS, 'node_modules/.bin')
  if (!existsSync(join(bin, 'openapi-ts'))) {
    writeFileSync(join(TOOLS, 'package.json'), '{"private":true}')
    const packages = ['openapi-typescript@7.13.0', '@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3']
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: TOOLS })
  }
  return bin
}

const isThere = (command: string, args: string[]): Promise<boolean> =>
  run(command, args).then(
    () => true,
    () => false,
  )

/** A virtual environment with what the clients of Python need; undefined: no Python. */
const pythonTool = async (): Promise<string | undefined> => {
  const bin = join(TOOLS, 'py/bin')
  if (existsSync(join(bin, 'openapi-python-client'))) return bin
  if (!(await isThere('python3', ['--version']))) return undefined
  await run('python3', ['-m', 'venv', join(TOOLS, 'py')])
  const packages = ['openapi-python-client==0.29.1', 'urllib3', 'python-dateutil', 'pydantic>=2', 'typing-extensions']
  await run(join(bin, 'pip'), ['install', '--quiet', ...packages])
  return bin
}

const generatorJar = async (): Promise<string | undefined> => {
  const jar = join(TOOLS, `openapi-generator-cli-${GENERATOR}.jar`)
  if (existsSync(jar)) return jar
  if (!(await isThere('java', ['-version'])) || !(await isThere('mvn', ['--version']))) return undefined
  const artifact = `org.openapitools:openapi-generator-cli:${GENERATOR}:jar`
  await run('mvn', ['-q', 'dependency:get', `-Dartifact=${artifact}`, '-Dtransitive=false'])
  await run('mvn', ['-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${TOOLS}`])
  return jar
}

/** What a strict compiler says of a folder. */
const compile = async (folder: string): Promise<undefined> => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
  }
  const more = { lib: ['es2022', 'dom', 'dom.iterable'], skipLibCheck: true, types: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...compilerOptions, ...more } }))
  await run(TSC, ['-p', folder], { maxBuffer: 2 ** 26 })
}

const pay = async (bin: string, script: string, folder: string, program: Program): Promise<undefined> => {
  const { client_id, client_secret } = demoClient(program.demo(), 'admin')
  copyFileSync(fileHere(script), join(folder, 'pay.py'))
  await run(join(bin, 'python'), ['pay.py'], {
    cwd: folder,
    env: {
      CARDS_URL: program.urls.cards,
      TOKEN_URL: `${program.urls.identity}/api/v1/auth/tenant-demo/token`,
      CLIENT_ID: client_id,
      CLIENT_SECRET: client_secret,
    },
  })
}

const GENERATORS: Readonly<Record<string, Make>> = {
  'openapi-typescript': async (folder) => {
    const out = join(folder, 'openapi-typescript')
    mkdirSync(out)
    for (const name of SURFACES)
      await run(join(await npmTool(), 'openapi-typescript'), [`${name}.json`, '-o', join(out, `${name}.ts`)], {
        cwd: folder,
      })
    return compile(out)
  },
  'hey-api': async (folder) => {
    const out = join(folder, 'hey-api')
    for (const name of SURFACES)
      await run(join(await npmTool(), 'openapi-ts'), ['-i', `${name}.json`, '-o', join(out, name)], { cwd: folder })
    return compile(out)
  },
  'openapi-python-client': async (folder, program) => {
    const bin = await pythonTool()
    if (bin === undefined) return 'absent: python3'
    const out = join(folder, 'openapi-python-client')
    mkdirSync(out)
    for (const name of SURFACES)
      await run(join(bin, 'openapi-python-client'), [
        ...['generate', '--path', join(folder, `${name}.json`), '--meta', 'none'],
        ...['--output-path', join(out, `client_${name}`)],
      ])
    return pay(bin, './generators/openapi-python-client.py', out, program)
  },
  'openapi-generator typescript-fetch': async (folder) => {
    const jar = await generatorJar()
    if (jar === undefined) return 'absent: java or mvn'
    const out = join(folder, 'typescript-fetch')
    for (const name of SURFACES)
      await run(
        'java',
        ['-jar', jar, 'generate', '-g', 'typescript-fetch', '-i', `${name}-paths.json`, '-o', join(out, name)],
        {
          cwd: folder,
          maxBuffer: 2 ** 26,
        },
      )
    return compile(out)
  },
  'openapi-generator python': async (folder, program) => {
    const [jar, bin] = [await generatorJar(), await pythonTool()]
    if (jar === undefined || bin === undefined) return 'absent: java, mvn or python3'
    const out = join(folder, 'openapi-generator-python')
    const args = ['-jar', jar, 'generate', '-g', 'python', '-i', 'cards-paths.json', '-o', out]
    await run('java', args, { cwd: folder, maxBuffer: 2 ** 26 })
    return pay(bin, './generators/openapi-generator.py', out, program)
  },
}
