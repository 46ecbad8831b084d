/** Writes the reference page's script, compressed, to standard output. Runs as a separate process, because the package takes 80 MB while it is loaded. */
import { gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

const app = Fastify()
await app.register(scalar, { routePrefix: '/reference', configuration: { content: { openapi: '3.1.0' } } })
const { rawPayload } = await app.inject('/reference/js/scalar.js')
process.stdout.write(gzipSync(rawPayload))
