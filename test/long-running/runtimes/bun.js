/** The shop in Bun. */
import { open } from './shop.js'

Bun.serve({ hostname: '127.0.0.1', port: Number(process.env.PORT), fetch: open(process.env) })
