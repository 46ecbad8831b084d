/** A plan's card and buyer, sealed with the plan and always without the card's code. */
import { openCard, sealCard } from '../acquiring/card-vault.ts'
import type { Sealer } from '../infra/crypto/sealer.ts'
import type { CardBody, ChargeCard } from '../payments/charge/charge-call.ts'
import type { RecurringPlanRow } from './model/recurring-plan-row.ts'

type Buyer = NonNullable<CardBody['buyer']>

export const sealKept = async (
  sealer: Sealer,
  { tenant_id, id }: Pick<RecurringPlanRow, 'tenant_id' | 'id'>,
  { card, buyer }: Pick<CardBody, 'card' | 'buyer'>,
): Promise<Pick<RecurringPlanRow, 'card_sealed' | 'buyer_sealed'>> => ({
  card_sealed: await sealCard(sealer, tenant_id, { table: 'recurring_plans', id }, card),
  buyer_sealed: buyer === undefined ? null : await sealer.seal(tenant_id, buyerContext(id), JSON.stringify(buyer)),
})

export const openKeptCard = async (
  sealer: Sealer,
  plan: Pick<RecurringPlanRow, 'tenant_id' | 'id' | 'card_sealed' | 'buyer_sealed' | 'card_holder_name'>,
): Promise<{ card: ChargeCard; buyer: Buyer | null }> => {
  if (plan.card_sealed === null) throw new Error(`the card of plan ${plan.id} is erased`)
  const owner = { table: 'recurring_plans', id: plan.id } as const
  const { number, expireMonth, expireYear } = await openCard(sealer, plan.tenant_id, owner, plan.card_sealed)
  const buyer =
    plan.buyer_sealed === null
      ? null
      : (JSON.parse(await sealer.open(plan.tenant_id, buyerContext(plan.id), plan.buyer_sealed)) as Buyer)
  const card = {
    holder_name: plan.card_holder_name,
    number: number.use((digits) => digits),
    expire_month: String(expireMonth).padStart(2, '0'),
    expire_year: String(expireYear),
  }
  return { card, buyer }
}

const buyerContext = (rowId: string) => ({ table: 'recurring_plans', rowId, column: 'buyer_sealed' })
