/** The shop in Deno. */
import { open } from './shop.js'

const env = Deno.env.toObject()
Deno.serve({ hostname: '127.0.0.1', port: Number(env.PORT), onListen: () => {} }, open(env))
