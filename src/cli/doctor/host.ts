/** Doctor checks of this machine: ports, certificate, key file, free disk space. */
import { existsSync, statfsSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { checkFileMode } from '../../infra/crypto/master-key-file.ts'
import { readPair, validity } from '../../infra/http/tls.ts'
import { type Config, hasConsole } from '../../infra/process/config.ts'
import { type CheckResult, fail, ok, warn } from './check-result.ts'

const CONNECT_MS = 2_000
const DAY_MS = 86_400_000
const EXPIRES_SOON_DAYS = 21
const GIB = 1024 ** 3

/** A program with this folder or database runs here when its ports respond; only the lock of the folder tells which program owns them. */
export const checkPorts = async (config: Config, isHeld: boolean): Promise<CheckResult[]> => {
  const wanted = Object.entries(config.ports).filter(
    ([name]) =>
      (name === 'metrics' && !config.choosesMetricsPort) ||
      (name === 'console' ? hasConsole(config) : !['bank', 'metrics'].includes(name) && config.role !== 'worker'),
  )
  if (wanted.length === 0) return [ok('ports', 'none but that of the metrics, which it chooses itself')]
  const open = await Promise.all(
    wanted.map(([name, port]) => isOpen(name === 'metrics' ? config.metricsHost : config.host, port)),
  )
  const names = (state: boolean): string =>
    wanted
      .filter((_, at) => open[at] === state)
      .map(([name, port]) => `${name} ${port}`)
      .join(', ')
  if (open.every((is) => is)) return [ok('ports', `all answer: ${names(true)}`)]
  if (open.every((is) => !is))
    return [
      isHeld
        ? fail(
            'ports',
            `a program runs on ${config.dataDir}, and none of its ports answers: ${names(false)}`,
            'look into its log; are VEZNE_HOST and VEZNE_PORT_BASE those it was started with?',
          )
        : ok('ports', `free: ${names(false)}`),
    ]
  return [
    isHeld
      ? fail('ports', `these do not answer: ${names(false)}`, 'look into the log of the program; restart it')
      : warn('ports', `others listen on ${names(true)}`, 'end them, or shift ours with VEZNE_PORT_BASE'),
  ]
}

const isOpen = (host: string, port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port })
    const end = (is: boolean): void => {
      socket.destroy()
      done(is)
    }
    socket.setTimeout(CONNECT_MS, () => end(false))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })

export const checkTls = ({ tls, env, trustedProxies }: Config): CheckResult[] => {
  if (tls === undefined) {
    if (env === 'sandbox' || trustedProxies.length > 0) return [ok('tls', 'ends before this program, if anywhere')]
    return [
      fail(
        'tls',
        'no certificate and no trusted proxy: every request is answered 403 https_required',
        'set VEZNE_TLS_CERT and VEZNE_TLS_KEY, or VEZNE_TRUSTED_PROXIES to the proxy that ends TLS',
      ),
    ]
  }
  const renew = 'put a new certificate and key in the place of the files; the program takes them without a restart'
  try {
    const { expires, isValid } = validity(readPair(tls).cert)
    const days = Math.floor((expires.getTime() - Date.now()) / DAY_MS)
    if (!isValid) return [fail('tls', `the certificate is not valid now (until ${expires.toISOString()})`, renew)]
    const says = `certificate valid for ${days} days`
    const found = days < EXPIRES_SOON_DAYS ? warn('tls', says, renew) : ok('tls', says)
    const mode = checkFileMode(tls.key)
    return mode === undefined
      ? [found]
      : [found, warn('tls key', mode.replace('the master keys in', 'the private key'), 'as it says')]
  } catch (error) {
    return [
      fail('tls', (error as Error).message, 'VEZNE_TLS_CERT and VEZNE_TLS_KEY name PEM files that belong together'),
    ]
  }
}

export const checkKeyFile = (config: Config): CheckResult[] => {
  if (config.masterKeys !== undefined) return [ok('key file', 'master keys come from VEZNE_MASTER_KEYS')]
  const path = config.masterKeysFile ?? resolve(config.dataDir, 'keys.json')
  if (!existsSync(path))
    return config.env === 'production' || config.masterKeysFile !== undefined
      ? [
          fail(
            'key file',
            `${path} is not there`,
            `restore it from its copy; for a new database: vezne keys make ${path}`,
          ),
        ]
      : [ok('key file', `${path} is made at the first start`)]
  const fault = checkFileMode(path)
  if (fault === undefined) return [ok('key file', `${path}, mode ${(statSync(path).mode & 0o777).toString(8)}`)]
  return [
    config.env === 'production'
      ? fail('key file', fault, `chmod 600 ${path}`)
      : warn('key file', fault, `chmod 600 ${path}`),
  ]
}

export const checkDisk = ({ dataDir }: Config): CheckResult[] => {
  if (!existsSync(dataDir)) return [ok('disk', `${dataDir} is made at the first start`)]
  const { bavail, bsize, blocks } = statfsSync(dataDir)
  const [free, share] = [bavail * bsize, bavail / blocks]
  const says = `${(free / GIB).toFixed(1)} GiB free for ${dataDir} (${(share * 100).toFixed(0)} %)`
  const todo = 'make room: a database that cannot write stops all payments'
  if (free < GIB / 4) return [fail('disk', says, todo)]
  return [free < 2 * GIB || share < 0.05 ? warn('disk', says, todo) : ok('disk', says)]
}
