/** Limits how much work of one kind is in progress, with a share per tenant so that none takes all slots. */

const SLOTS_MAX = 192
/** A tenant whose steps hang leaves a quarter of the slots to the others. */
const SLOTS_PER_TENANT_MAX = 144
/** Slots are refilled in groups of at least this size; one claim per slot would be a transaction per row. */
const REFILL_MIN = 32

export interface Slots {
  /** Returns the slots each of this many tenants gets. */
  shareOf(tenants: number): number
  freeFor(tenantId: string): number
  /** `step` never rejects. */
  take(tenantId: string, step: Promise<unknown>): void
  /** Registers that there is more to do than there were slots for; once enough are free, `onRoom` is called. */
  wantMore(): void
  /** Returns whether more work is wanted and enough slots are free. */
  mayTakeMore(): boolean
  /** Resolves when no step is in progress. */
  idle(): Promise<void>
}

export const createSlots = (onRoom: () => void): Slots => {
  const underWay = new Map<string, Set<Promise<unknown>>>()
  let taken = 0
  let isMoreWanted = false

  const afterStep = (own: ReadonlySet<unknown>): void => {
    if (!isMoreWanted || (SLOTS_MAX - taken < REFILL_MIN && taken > 0)) return
    if (own.size > 0 && SLOTS_PER_TENANT_MAX - own.size < REFILL_MIN) return
    isMoreWanted = false
    onRoom()
  }

  return {
    shareOf: (tenants) => Math.max(1, Math.floor((SLOTS_MAX - taken) / Math.max(1, tenants))),
    freeFor: (tenantId) => Math.min(SLOTS_PER_TENANT_MAX - (underWay.get(tenantId)?.size ?? 0), SLOTS_MAX - taken),
    take(tenantId, step) {
      const own = underWay.get(tenantId) ?? new Set()
      underWay.set(tenantId, own)
      own.add(step)
      taken++
      void step.then(() => {
        own.delete(step)
        if (own.size === 0) underWay.delete(tenantId)
        taken--
        afterStep(own)
      })
    },
    wantMore() {
      isMoreWanted = true
    },
    mayTakeMore: () => isMoreWanted && SLOTS_MAX - taken >= REFILL_MIN,
    async idle() {
      while (taken > 0) await Promise.all([...underWay.values()].flatMap((own) => [...own]))
    },
  }
}
