/** Forms that contain a card, kept for the minutes until a browser fetches them, only in this process's memory. */
import { LRUCache } from 'lru-cache'
import { atMost } from '../../infra/process/growing-cache.ts'

interface CachedForm {
  readonly html: string
  /** Origins of its redirects: the bank's, ours, the shop's. A browser checks every redirect after a form against them. */
  readonly origins: readonly string[]
}

export interface FormCache {
  store(paymentId: string, form: CachedForm): void
  /** Returns the form once: a second visit finds nothing. */
  take(paymentId: string): CachedForm | undefined
}

const FORMS_MAX = 20_000 // of some 4 KB each

export const createFormCache = (ttlMs: number): FormCache => {
  const forms = new LRUCache<string, CachedForm>({ ...atMost(FORMS_MAX), ttl: ttlMs })
  return {
    store: (paymentId, form) => void forms.set(paymentId, form),
    take(paymentId) {
      const form = forms.get(paymentId)
      forms.delete(paymentId)
      return form
    },
  }
}
