/** Withdraws another merchant of a person before a second administrator has confirmed it. */
import type { ReactNode } from 'react'
import type { User } from '../../../../sdk/src/generated/identity.ts'
import { putUsersById } from '../../generated/operations.ts'
import { WithdrawDialog } from '../../parts/record/awaited.tsx'
import { useMerchantOptions } from '../../parts/record/merchant-field.tsx'

export const useMerchantName = (): ((id: string) => string) => {
  const merchants = useMerchantOptions()
  return (id) => merchants.find(([each]) => each === id)?.[1] ?? id
}

export const WithdrawMerchantDialog = ({ user, onClose }: { user: User; onClose: () => void }): ReactNode => (
  <WithdrawDialog
    operation={putUsersById}
    of={user}
    awaited={user.awaited}
    textOf={useMerchantName()}
    inputOf={({ merchantId }) => ({ path: { id: user.id }, body: { merchantId: String(merchantId ?? '') } })}
    onClose={onClose}
  />
)
