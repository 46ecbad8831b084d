/** Sees to it that `npm ci` has run for this lock file; and that the scripts of the payment page are built; with `--pages` also the console. Plain JavaScript, no dependency: it runs before anything is installed. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, lstatSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lockFile = join(root, 'package-lock.json')
/** npm writes it last: it exists only after a complete install. */
const installed = join(root, 'node_modules', '.package-lock.json')
/** Lock of the installing process, so that concurrent starts install once. */
const busyFile = join(root, '.installing')
const LOOK_MS = 200

/** The lock file that was installed, as a hash: a checkout touches the file without changing it. */
const installedHash = join(root, 'node_modules', '.set-up')

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
const hashOfLock = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex')
/** A symlink points to another tree's packages, which npm ci would delete. */
const isLink = () => lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink() ?? false

const isReady = () => {
  if (isLink()) return true
  if (changedAt(installed) === 0) return false
  if (changedAt(installed) >= changedAt(lockFile)) return true
  try {
    return readFileSync(installedHash, 'utf8') === hashOfLock()
  } catch {
    return false
  }
}

/** True when we hold the file now; one left behind by a process that is gone is taken over. */
const claim = () => {
  try {
    const handle = openSync(busyFile, 'wx')
    writeSync(handle, String(process.pid))
    closeSync(handle)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  try {
    const holder = Number(readFileSync(busyFile, 'utf8'))
    if (holder > 0) process.kill(holder, 0)
  } catch (error) {
    if (error.code === 'ESRCH') rmSync(busyFile, { force: true })
  }
  return false
}

/** By the Node of the packages, which is there only now. */
const buildPages = (what) =>
  new Promise((resolve) => {
    const node = join(root, 'node_modules', '.bin', 'node')
    const build = spawn(node, [join(root, 'scripts', 'build.ts'), ...what], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    build.on('error', (error) => {
      process.stderr.write(`what browsers run could not be built: ${error.message}\n`)
      resolve()
    })
    build.on('close', resolve)
  })

const install = () =>
  new Promise((resolve) => {
    const started = Date.now()
    const tell = (text) => process.stderr.isTTY && process.stderr.write(`\r${text}`)
    process.stderr.write('installing packages (first start only) ...\n')
    const ticks = setInterval(() => tell(`  ${Math.round((Date.now() - started) / 1000)} s `), 1000)
    const npm = spawn('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    })
    npm.stdout.resume()
    npm.on('error', (error) => {
      process.stderr.write(`npm could not be started: ${error.message}\n`)
      resolve(1)
    })
    npm.on('close', (code) => {
      clearInterval(ticks)
      tell('')
      process.stderr.write(
        code === 0 ? `packages installed in ${((Date.now() - started) / 1000).toFixed(1)} s\n` : 'npm ci failed\n',
      )
      resolve(code ?? 1)
    })
  })

while (!isReady()) {
  if (!claim()) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    continue
  }
  let code = 0
  const release = () => rmSync(busyFile, { force: true })
  try {
    if (!isReady()) code = await install()
    if (code === 0) writeFileSync(installedHash, hashOfLock())
  } finally {
    release()
  }
  if (code !== 0) process.exit(code)
}
await buildPages(process.argv.includes('--pages') ? [] : ['--checkout'])
