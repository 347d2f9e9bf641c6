import { recordKind } from '../ledger/record.ts'
import type { Plan, PlanRun } from './plan.ts'

/** Plans, held by their id. */
export const planKind = recordKind<Plan>({ name: 'plan' })

/** Purchases of plans, held by plan and occasion. They are written once. */
export const planRunKind = recordKind<PlanRun>({ name: 'plan run' })
