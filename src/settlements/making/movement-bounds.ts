/**
 * Limits how much of a payment the bank can take or return: no more than there was, whatever its files contain. The
 * database enforces the same (migrations/0018).
 */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { isOnItsSide } from '../model/settled-lines.ts'
import type { BankMovement } from './settlement-run-store.ts'

/** Sums for a payment, without signs. */
interface Settled {
  readonly payment_id: string
  /** Captured amount, or the amount that settlements contain of its sale if that is more. */
  readonly had: number
  readonly voided: number
  readonly charged_back: number
  readonly given_back: number
}

/**
 * Returns the movements that fit, each after the ones before it. A row on the wrong side for its kind, accepted by an
 * earlier release, never fits.
 */
export const withinBounds = async (
  tx: Tx,
  tenantId: string,
  movements: readonly BankMovement[],
): Promise<BankMovement[]> => {
  if (movements.length === 0) return []
  const settled = await findSettled(tx, tenantId, [...new Set(movements.map(({ payment_id }) => payment_id))])
  return movements.filter((movement) => {
    const before = settled.get(movement.payment_id)
    const after = before === undefined ? undefined : addTo(before, movement)
    if (after === undefined) return false
    settled.set(movement.payment_id, after)
    return true
  })
}

/** Returns undefined if it does not fit. */
const addTo = (settled: Settled, movement: BankMovement): Settled | undefined => {
  if (!isOnItsSide(movement)) return undefined
  const amount = Math.abs(movement.gross)
  switch (movement.kind) {
    case 'VOID_AFTER':
      return fitting({ ...settled, voided: settled.voided + amount })
    case 'CHARGEBACK':
      return fitting({ ...settled, charged_back: settled.charged_back + amount })
    case 'CHARGEBACK_REVERSAL':
      return fitting({ ...settled, given_back: settled.given_back + amount })
    default:
      return undefined
  }
}

const fitting = (settled: Settled): Settled | undefined => {
  const { had, voided, charged_back, given_back } = settled
  return given_back <= charged_back && Math.max(voided, charged_back - given_back) <= had ? settled : undefined
}

/** Sums what has been settled by any reconciliation, including earlier pages of this one. */
const findSettled = async (tx: Tx, tenantId: string, payments: readonly string[]): Promise<Map<string, Settled>> => {
  const rows = await tx.query<Settled>(
    sql`select p.id as payment_id, greatest(p.captured, coalesce(sum(l.gross) filter (where l.kind = 'sale'), 0))::bigint as had,
       (-coalesce(sum(l.gross) filter (where l.kind = 'void'), 0))::bigint as voided,
       (-coalesce(sum(l.gross) filter (where l.kind = 'chargeback'), 0))::bigint as charged_back,
       coalesce(sum(l.gross) filter (where l.kind = 'chargeback_reversal'), 0)::bigint as given_back
     from payments p left join settlement_lines l on l.tenant_id = p.tenant_id and l.payment_id = p.id
     where p.tenant_id = ${tenantId} and p.id = any(${payments}::uuid[]) group by p.tenant_id, p.id, p.captured`,
  )
  return new Map(rows.map((row) => [row.payment_id, row]))
}
