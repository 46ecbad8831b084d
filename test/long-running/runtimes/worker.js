/** The shop in a worker: one client for all requests of the isolate. */
import { open } from './shop.js'

let shop
export default {
  fetch(request, env) {
    shop ??= open(env)
    return shop(request)
  },
}
