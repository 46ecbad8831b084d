/** Clients made from the OpenAPI documents by four generators: each compiles, those of Python and Java pay and refund. Needs the registries of npm, PyPI and Maven once; what is absent is said. */
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pythonTools } from '../../scripts/sdk/python-tools.ts'
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

const accessTo = (program: Program): NodeJS.ProcessEnv => {
  const { client_id, client_secret } = demoClient(program.demo(), 'admin')
  return {
    CARDS_URL: program.urls.cards,
    TOKEN_URL: `${program.urls.identity}/api/v1/auth/tenant-demo/token`,
    CLIENT_ID: client_id,
    CLIENT_SECRET: client_secret,
  }
}

const pay = async (bin: string, script: string, folder: string, program: Program): Promise<undefined> => {
  copyFileSync(fileHere(script), join(folder, 'pay.py'))
  await run(join(bin, 'python'), ['pay.py'], { cwd: folder, env: accessTo(program) })
}

/** The libraries a generated client names, fetched once. */
const javaLibraries = async (client: string): Promise<string> => {
  const libraries = join(TOOLS, 'java')
  if (!existsSync(libraries))
    await run('mvn', ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${libraries}`], { cwd: client })
  return join(libraries, '*')
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
    const bin = await pythonTools(TOOLS)
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
  'openapi-generator java': async (folder, program) => {
    const jar = await generatorJar()
    if (jar === undefined) return 'absent: java or mvn'
    const out = join(folder, 'openapi-generator-java')
    copyFileSync(fileHere('./generators/Pay.java'), join(folder, 'Pay.java'))
    const options = { cwd: folder, maxBuffer: 2 ** 26 }
    for (const name of SURFACES) {
      const client = join(out, name)
      const args = ['generate', '-g', 'java', '--library', 'native', '-i', `${name}-paths.json`, '-o', client]
      const more = '--additional-properties=openApiNullable=false,useSingleRequestParameter=true'
      await run('java', ['-jar', jar, ...args, more], options)
      const sources = globSync(join(client, 'src/main/java/**/*.java'))
      if (name === 'cards') sources.push('Pay.java')
      writeFileSync(join(out, `${name}.txt`), sources.join('\n'))
      const libraries = await javaLibraries(join(out, 'cards'))
      await run(
        'javac',
        ['-nowarn', '-d', join(client, 'classes'), '-cp', libraries, `@${join(out, `${name}.txt`)}`],
        options,
      )
    }
    const classes = [join(out, 'cards/classes'), await javaLibraries(join(out, 'cards'))].join(delimiter)
    await run('java', ['-cp', classes, 'Pay'], { cwd: folder, env: { ...process.env, ...accessTo(program) } })
    return undefined
  },
  'openapi-generator python': async (folder, program) => {
    const [jar, bin] = [await generatorJar(), await pythonTools(TOOLS)]
    if (jar === undefined || bin === undefined) return 'absent: java, mvn or python3'
    const out = join(folder, 'openapi-generator-python')
    const args = ['-jar', jar, 'generate', '-g', 'python', '-i', 'cards-paths.json', '-o', out]
    await run('java', args, { cwd: folder, maxBuffer: 2 ** 26 })
    return pay(bin, './generators/openapi-generator.py', out, program)
  },
}
