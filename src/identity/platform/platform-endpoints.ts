/** The platform's own operations: tenants, plans, processes and shards. */
import type { Endpoint } from '../../access/endpoint.ts'
import { activateTenant, setPaymentPolicy, setTenantTariffPlan, suspendTenant } from './change-tenant.ts'
import { createTenant, type ProvisionTenant } from './create-tenant.ts'
import { getProcesses } from './get-processes.ts'
import { getShards } from './get-shards.ts'
import { getTariffPlan, listTariffPlans } from './get-tariff-plans.ts'
import { getTenant, listTenants } from './get-tenants.ts'
import { createTariffPlan, deleteTariffPlan, updateTariffPlan } from './write-tariff-plan.ts'

export const platformEndpoints = (furnish: ProvisionTenant): Endpoint[] => [
  listTenants,
  createTenant(furnish),
  getTenant,
  suspendTenant,
  activateTenant,
  setTenantTariffPlan,
  setPaymentPolicy,
  listTariffPlans,
  createTariffPlan,
  getTariffPlan,
  updateTariffPlan,
  deleteTariffPlan,
  getProcesses,
  getShards,
]
