/** Changes of a tenant: suspended, activated, another plan, another payment policy. */
import { endpoint } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { holdActiveTariffPlan } from './tariff-plan-store.ts'
import { changeTenant } from './tenant-operation.ts'
import { SetPaymentPolicy, SetTenantTariffPlan, SuspendTenant, Tenant, TenantParams } from './tenant-schemas.ts'

export const suspendTenant = endpoint({
  method: 'POST',
  path: '/api/v1/platform/tenants/:id/suspend',
  tag: 'PlatformTenants',
  summary: 'Suspend a tenant',
  description:
    'Its realm issues no tokens and its running tokens open nothing: 403 realm_suspended, from the next request on. ' +
    'What is under way goes on to its end: payments at a bank are settled, webhooks are delivered.',
  allow: 'platform',
  params: TenantParams,
  body: SuspendTenant,
  isBodyOptional: true,
  answers: { 200: Tenant },
  errors: ['invalid_state_transition'],
  handle: (call) =>
    changeTenant(call, ({ status }) => {
      if (status === 'suspended') throw already('suspended')
      return { status: 'suspended', status_reason: call.body.reason ?? null }
    }),
})

export const activateTenant = endpoint({
  method: 'POST',
  path: '/api/v1/platform/tenants/:id/activate',
  tag: 'PlatformTenants',
  summary: 'Activate a suspended tenant',
  description: 'Tokens that have not run out meanwhile work again.',
  allow: 'platform',
  params: TenantParams,
  answers: { 200: Tenant },
  errors: ['invalid_state_transition'],
  handle: (call) =>
    changeTenant(call, ({ status }) => {
      if (status === 'active') throw already('active')
      return { status: 'active', status_reason: null }
    }),
})

const already = (status: string): Problem =>
  new Problem('invalid_state_transition', { detail: phrase`The tenant is ${status} already; nothing was changed.` })

export const setTenantTariffPlan = endpoint({
  method: 'PUT',
  path: '/api/v1/platform/tenants/:id/plan',
  tag: 'PlatformTenants',
  summary: 'Give a tenant another plan',
  description: 'Limits, licences and quotas are those of the new plan from the next request on.',
  allow: 'platform',
  params: TenantParams,
  body: SetTenantTariffPlan,
  answers: { 200: Tenant },
  errors: ['plan_not_found'],
  handle: (call) =>
    changeTenant(call, async (_tenant, tx, now) => {
      const plan = await holdActiveTariffPlan(tx, call.body.plan_id)
      return { plan_id: plan.id, plan_assigned_at: now }
    }),
})

export const setPaymentPolicy = endpoint({
  method: 'PUT',
  path: '/api/v1/platform/tenants/:id/payment-policy',
  tag: 'PlatformTenants',
  summary: "Set a tenant's payment policy",
  description: 'Payments follow it from the next one on; one without 3D Secure is refused with 400 non_3d_not_allowed.',
  allow: 'platform',
  params: TenantParams,
  body: SetPaymentPolicy,
  answers: { 200: Tenant },
  handle: (call) =>
    changeTenant(call, () => {
      const { allow_non_3d, preferred_three_d_flow } = call.body
      return { allow_non_3d, preferred_three_d_flow }
    }),
})
