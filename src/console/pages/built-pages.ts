/** The built pages: read once, compressed once; every path that is no file is the page, which reads the path itself. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Folder of the build: index.html, and assets/ with names that change with their content. */
const BUILT_PAGES = fileURLToPath(new URL('../../../console/dist/', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const COMPRESSED = new Set(['.css', '.html', '.js', '.json', '.svg', '.webmanifest'])
const COMPRESSED_BYTES_MIN = 1_024

interface PageFile {
  readonly type: string
  readonly plain: Buffer
  readonly gzip?: Buffer
  readonly brotli?: Buffer
}

export const addBuiltPages = (app: FastifyInstance, folder = BUILT_PAGES): void => {
  const files = new Map<string, PageFile>()
  const fileAt = (path: string): PageFile | undefined => {
    const known = files.get(path)
    if (known || !namesIn(folder).has(path)) return known
    const file = read(join(folder, path))
    files.set(path, file)
    return file
  }
  app.get('/console', (_, reply) => reply.redirect('/console/', 308))
  app.get('/console/*', async (request, reply) => {
    const path = (request.params as { '*': string })['*']
    const isAsset = path.startsWith('assets/')
    const file = fileAt(path) ?? (isAsset ? undefined : fileAt('index.html'))
    if (!file) return missing(reply, isAsset)
    reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-store')
    return send(request, reply, file)
  })
}

/** Looked for again while there are no pages, because they may be built after the start. */
let known: { folder: string; names: ReadonlySet<string> } | undefined
const namesIn = (folder: string): ReadonlySet<string> => {
  if (known?.folder !== folder || known.names.size === 0)
    known = {
      folder,
      names: new Set(
        existsSync(folder) ? globSync('**/*.*', { cwd: folder }).map((name) => name.replaceAll('\\', '/')) : [],
      ),
    }
  return known.names
}

const read = (path: string): PageFile => {
  const plain = readFileSync(path)
  const end = extname(path)
  const type = TYPES[end] ?? 'application/octet-stream'
  if (!COMPRESSED.has(end) || plain.length < COMPRESSED_BYTES_MIN) return { type, plain }
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  return { type, plain, gzip: gzipSync(plain), brotli }
}

const send = (request: FastifyRequest, reply: FastifyReply, { type, plain, gzip, brotli }: PageFile): FastifyReply => {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  reply.header('content-type', type)
  if (gzip === undefined || brotli === undefined) return reply.send(plain)
  reply.header('vary', 'accept-encoding')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(brotli)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzip)
  return reply.send(plain)
}

const missing = (reply: FastifyReply, isAsset: boolean): FastifyReply =>
  reply
    .code(isAsset ? 404 : 503)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(
      isAsset
        ? 'There is no such file.\n'
        : 'The pages of the console are not built: npm run build does it, and packages have them (docs/install.md).\n',
    )
