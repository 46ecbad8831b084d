/** The platform's own operations: tenants, plans and processes. */
import type { Endpoint } from '../../access/endpoint.ts'
import { activateTenant, setPaymentPolicy, setTenantPlan, suspendTenant } from './change-tenant.ts'
import { createTenant, type ProvisionTenant } from './create-tenant.ts'
import { getPlan, listPlans } from './get-plans.ts'
import { getProcesses } from './get-processes.ts'
import { getTenant, listTenants } from './get-tenants.ts'
import { createPlan, deletePlan, updatePlan } from './write-plan.ts'

export const platformEndpoints = (furnish: ProvisionTenant): Endpoint[] => [
  listTenants,
  createTenant(furnish),
  getTenant,
  suspendTenant,
  activateTenant,
  setTenantPlan,
  setPaymentPolicy,
  listPlans,
  createPlan,
  getPlan,
  updatePlan,
  deletePlan,
  getProcesses,
]
