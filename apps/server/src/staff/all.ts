import type { FullApp } from '../assemble.ts'
import { openStaffPool } from '../db/staff-role.ts'
import { cardReviewRoutes } from '../features/cards/review.routes.ts'
import { kycReviewRoutes } from '../features/kyc/review.routes.ts'
import { accountReviewRoutes } from '../features/accounts/review.routes.ts'
import { dashboardRoutes } from '../features/dashboard/review.routes.ts'
import { integrityRoutes } from '../features/integrity/review.routes.ts'
import { ledgerRoutes } from '../features/ledger/review.routes.ts'
import { marketRoutes } from '../features/market/review.routes.ts'
import { depositReviewRoutes } from '../features/deposits/review.routes.ts'
import { switchReviewRoutes } from '../features/switches/review.routes.ts'
import { termsReviewRoutes } from '../features/terms/review.routes.ts'
import { broadcastReviewRoutes } from '../features/broadcasts/review.routes.ts'
import { calendarReviewRoutes } from '../features/calendars/review.routes.ts'
import { instrumentReviewRoutes } from '../features/instruments/review.routes.ts'
import { staffMemberRoutes } from '../features/staff/routes.ts'
import { permissionReviewRoutes } from '../features/permissions/review.routes.ts'
import { viewRoutes } from '../features/views/routes.ts'
import { supportDeskRoutes } from '../features/support/review.routes.ts'
import { withdrawalReviewRoutes } from '../features/withdrawals/review.routes.ts'
import type { Extension } from '../http/server.ts'
import { caseRoutes } from '../reviews/case-routes.ts'
import { addStaffApi } from './api.ts'
import { approvalRoutes } from './approval-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import type { StaffRegistered } from './handler.ts'

/** Everything the server answers under `/admin`, feature by feature. */
export const allStaffFeatures = (app: FullApp): readonly StaffRegistered[] => [
  staffMemberRoutes(app),
  approvalRoutes(app),
  caseRoutes(app),
  viewRoutes(app),
  supportDeskRoutes(app),
  dashboardRoutes(app),
  permissionReviewRoutes(app),
  depositReviewRoutes(app),
  auditRoutes(app),
  kycReviewRoutes(app),
  ledgerRoutes(app),
  marketRoutes(app),
  switchReviewRoutes(app),
  broadcastReviewRoutes(app),
  instrumentReviewRoutes(app),
  calendarReviewRoutes(app),
  termsReviewRoutes(app),
  integrityRoutes(app),
  accountReviewRoutes(app),
  withdrawalReviewRoutes(app),
  cardReviewRoutes(app),
]

/** The staff's door, as the HTTP server takes it. Behind it the database is another: one that cannot write what anybody owns. */
export const staffDoor =
  (app: FullApp): Extension =>
  (server, edge) => {
    const behind = { ...app, pool: openStaffPool(app.pool) }
    server.addHook('onClose', () => behind.pool.end())
    return addStaffApi(server, { app: behind, ...edge }, allStaffFeatures(behind).flat())
  }
