import type { FullApp } from '../assemble.ts'
import { openStaffPool } from '../db/staff-role.ts'
import { cardAdminRoutes } from '../features/cards/admin.routes.ts'
import { kycAdminRoutes } from '../features/kyc/admin.routes.ts'
import { accountAdminRoutes } from '../features/accounts/admin.routes.ts'
import { dashboardAdminRoutes } from '../features/dashboard/admin.routes.ts'
import { integrityAdminRoutes } from '../features/integrity/admin.routes.ts'
import { ledgerAdminRoutes } from '../features/ledger/admin.routes.ts'
import { marketAdminRoutes } from '../features/market/admin.routes.ts'
import { depositAdminRoutes } from '../features/deposits/admin.routes.ts'
import { switchAdminRoutes } from '../features/switches/admin.routes.ts'
import { termsAdminRoutes } from '../features/terms/admin.routes.ts'
import { broadcastAdminRoutes } from '../features/broadcasts/admin.routes.ts'
import { calendarAdminRoutes } from '../features/calendars/admin.routes.ts'
import { instrumentAdminRoutes } from '../features/instruments/admin.routes.ts'
import { staffAdminRoutes } from '../features/staff/admin.routes.ts'
import { permissionAdminRoutes } from '../features/permissions/admin.routes.ts'
import { viewAdminRoutes } from '../features/views/admin.routes.ts'
import { supportAdminRoutes } from '../features/support/admin.routes.ts'
import { withdrawalAdminRoutes } from '../features/withdrawals/admin.routes.ts'
import type { Extension } from '../http/server.ts'
import { caseRoutes } from '../reviews/case-routes.ts'
import { addStaffApi } from './api.ts'
import { approvalRoutes } from './approval-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import type { StaffRegistered } from './handler.ts'

/** Everything the server answers under `/admin`, feature by feature. */
export const allStaffFeatures = (app: FullApp): readonly StaffRegistered[] => [
  staffAdminRoutes(app),
  approvalRoutes(app),
  caseRoutes(app),
  viewAdminRoutes(app),
  supportAdminRoutes(app),
  dashboardAdminRoutes(app),
  permissionAdminRoutes(app),
  depositAdminRoutes(app),
  auditRoutes(app),
  kycAdminRoutes(app),
  ledgerAdminRoutes(app),
  marketAdminRoutes(app),
  switchAdminRoutes(app),
  broadcastAdminRoutes(app),
  instrumentAdminRoutes(app),
  calendarAdminRoutes(app),
  termsAdminRoutes(app),
  integrityAdminRoutes(app),
  accountAdminRoutes(app),
  withdrawalAdminRoutes(app),
  cardAdminRoutes(app),
]

/** The staff's door, as the HTTP server takes it. Behind it the database is another: one that cannot write what anybody owns. */
export const staffDoor =
  (app: FullApp): Extension =>
  (server, edge) => {
    const behind = { ...app, pool: openStaffPool(app.pool) }
    server.addHook('onClose', () => behind.pool.end())
    return addStaffApi(server, { app: behind, ...edge }, allStaffFeatures(behind).flat())
  }
