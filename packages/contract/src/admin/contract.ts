import { accounts } from './accounts.ts'
import { approvals } from './approvals.ts'
import { articleDesk } from './articles.ts'
import { audit } from './audit.ts'
import { cardReviews } from './cards.ts'
import { cases } from './cases.ts'
import { complaintDesk } from './complaints.ts'
import { dashboard } from './dashboard.ts'
import { deposits } from './deposits.ts'
import type { StaffEndpoint, StaffEndpointGroup } from './endpoint.ts'
import { kyc } from './kyc.ts'
import { integrity } from './integrity.ts'
import { loanDesk } from './loans.ts'
import { ledger } from './ledger.ts'
import { market } from './market.ts'
import { permissionReviews } from './permissions.ts'
import { composedRoles } from './roles.ts'
import { staff } from './staff.ts'
import { broadcasts } from './broadcasts.ts'
import { calendars } from './calendars.ts'
import { instruments } from './instruments.ts'
import { offerings } from './offerings.ts'
import { placings } from './placing.ts'
import { subscriptions } from './subscriptions.ts'
import { switches } from './switches.ts'
import { supportDesk } from './support.ts'
import { feeDesk } from './fees.ts'
import { terms } from './terms.ts'
import { views } from './views.ts'
import { withdrawalReviews } from './withdrawals.ts'

/** Every endpoint of the back office, by feature. Routes and the route-by-role tests come from this table. */
export const adminContract = {
  staff,
  composedRoles,
  accounts,
  approvals,
  cases,
  views,
  supportDesk,
  complaintDesk,
  dashboard,
  permissionReviews,
  audit,
  kyc,
  integrity,
  market,
  ledger,
  switches,
  offerings,
  broadcasts,
  articleDesk,
  instruments,
  subscriptions,
  placings,
  calendars,
  terms,
  feeDesk,
  withdrawalReviews,
  cardReviews,
  deposits,
  loanDesk,
} as const satisfies Record<string, StaffEndpointGroup>

export const allStaffEndpoints = (): StaffEndpoint[] =>
  Object.values(adminContract).flatMap((group): StaffEndpoint[] => Object.values(group))
