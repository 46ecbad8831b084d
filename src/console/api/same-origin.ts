/** Checks that a request comes from the console's own pages: browsers send that information, and no other site can send a header of ours. */
import type { FastifyRequest } from 'fastify'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Config } from '../../infra/process/config.ts'

/**
 * `Origin` proves nothing here: pages send no referrer, so their forms post with `null`. The requested host must be one of ours,
 * or a name that an attacker points at this machine would be of the same origin.
 */
export const createSameOriginCheck = ({ env, urls }: Pick<Config, 'env' | 'urls'>) => {
  const names = new Set([new URL(urls.console).hostname, ...(env === 'sandbox' ? LOOPBACK : [])])
  return ({ method, headers }: FastifyRequest, { isPage = false } = {}): void => {
    if (!names.has(hostnameOf(headers.host))) throw refused(phrase`The console is asked for by another name.`)
    if (headers['sec-fetch-site'] !== 'same-origin')
      throw refused(phrase`The request does not come from a page of the console.`)
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isPage && !isRead && headers['x-console'] !== '1') throw refused(phrase`The header X-Console: 1 is missing.`)
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

const hostnameOf = (host = ''): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '')

const refused = (why: Phrase): Problem => new Problem('cross_site_request', { detail: why })
