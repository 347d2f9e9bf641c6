import { addStaffApi } from '../admin/api.ts'
import type { StaffRegistered } from '../admin/handler.ts'
import type { FullApp } from '../app.ts'
import { openStaffPool } from '../db/staff-role.ts'
import type { Extension } from '../http/server.ts'
import { accountAdminRoutes } from './accounts/admin.routes.ts'
import { allOfferings } from './all-offerings.ts'
import { articleAdminRoutes } from './articles/admin.routes.ts'
import { approvalAdminRoutes } from './approvals/admin.routes.ts'
import { auditAdminRoutes } from './audit/admin.routes.ts'
import { tellCustomer } from './audit/tell-customer.ts'
import { broadcastAdminRoutes } from './broadcasts/admin.routes.ts'
import { calendarAdminRoutes } from './calendars/admin.routes.ts'
import { cardAdminRoutes } from './cards/admin.routes.ts'
import { caseAdminRoutes } from './cases/admin.routes.ts'
import { dashboardAdminRoutes } from './dashboard/admin.routes.ts'
import { depositAdminRoutes } from './deposits/admin.routes.ts'
import { feeAdminRoutes } from './fees/admin.routes.ts'
import { instrumentAdminRoutes } from './instruments/admin.routes.ts'
import { integrityAdminRoutes } from './integrity/admin.routes.ts'
import { kycAdminRoutes } from './kyc/admin.routes.ts'
import { ledgerAdminRoutes } from './ledger/admin.routes.ts'
import { loanAdminRoutes } from './loans/admin.routes.ts'
import { marketAdminRoutes } from './market/admin.routes.ts'
import { offeringAdminRoutes } from './offerings/admin.routes.ts'
import { permissionAdminRoutes } from './permissions/admin.routes.ts'
import { staffAdminRoutes } from './staff/admin.routes.ts'
import { placingAdminRoutes } from './placing/admin.routes.ts'
import { subscriptionAdminRoutes } from './subscriptions/admin.routes.ts'
import { complaintAdminRoutes } from './complaints/admin.routes.ts'
import { supportAdminRoutes } from './support/admin.routes.ts'
import { switchAdminRoutes } from './switches/admin.routes.ts'
import { termsAdminRoutes } from './terms/admin.routes.ts'
import { viewAdminRoutes } from './views/admin.routes.ts'
import { withdrawalAdminRoutes } from './withdrawals/admin.routes.ts'

/** Everything the server answers under `/admin`, feature by feature. */
export const allStaffFeatures = (app: FullApp): readonly StaffRegistered[] => [
  staffAdminRoutes(app),
  approvalAdminRoutes(app),
  caseAdminRoutes(app),
  viewAdminRoutes(app),
  supportAdminRoutes(app),
  complaintAdminRoutes(app),
  dashboardAdminRoutes(app),
  permissionAdminRoutes(app),
  depositAdminRoutes(app),
  auditAdminRoutes(app),
  kycAdminRoutes(app),
  ledgerAdminRoutes(app),
  marketAdminRoutes(app),
  switchAdminRoutes(app),
  offeringAdminRoutes(app, allOfferings),
  broadcastAdminRoutes(app),
  articleAdminRoutes(app),
  instrumentAdminRoutes(app),
  subscriptionAdminRoutes(app),
  placingAdminRoutes(app),
  calendarAdminRoutes(app),
  termsAdminRoutes(app),
  feeAdminRoutes(app),
  integrityAdminRoutes(app),
  accountAdminRoutes(app),
  withdrawalAdminRoutes(app),
  cardAdminRoutes(app),
  loanAdminRoutes(app),
]

/** The staff API for the HTTP server. Its own database connection cannot write what anybody owns. */
export const adminApi =
  (app: FullApp): Extension =>
  (server, edge) => {
    const behind = { ...app, pool: openStaffPool(app.pool) }
    server.addHook('onClose', () => behind.pool.end())
    return addStaffApi(
      server,
      { app: behind, tellCustomer: (client, used) => tellCustomer(behind, client, used), ...edge },
      allStaffFeatures(behind).flat(),
    )
  }
