import type { App } from '../app.ts'
import type { EdgeParts } from '../http/edge.ts'
import type { Registered } from '../http/routes.ts'
import { classification } from './all-records.ts'
import { accountRoutes } from './accounts/routes.ts'
import { alertRoutes } from './alerts/routes.ts'
import { agreementRoutes } from './agreements/routes.ts'
import { articleRoutes } from './articles/routes.ts'
import { broadcastRoutes } from './broadcasts/routes.ts'
import { cardRoutes } from './cards/routes.ts'
import { depositRoutes } from './deposits/routes.ts'
import { feeRoutes } from './fees/routes.ts'
import { blockRoutes } from './blocks/routes.ts'
import { followRoutes } from './follow/routes.ts'
import { fundRoutes } from './funds/routes.ts'
import { loanRoutes } from './loans/routes.ts'
import { kycRoutes } from './kyc/routes.ts'
import { allAdditions } from './all-additions.ts'
import { messageRoutes } from './messages/routes.ts'
import { robotRoutes } from './robots/routes.ts'
import { miningRoutes } from './mining/routes.ts'
import { additionRoutes } from './orders/additions.ts'
import { orderRoutes } from './orders/routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { permissionRoutes } from './permissions/routes.ts'
import { planRoutes } from './plans/routes.ts'
import { closePosition, positionRoutes } from './positions/routes.ts'
import { practiceRoutes } from './practice/routes.ts'
import { powerRoutes } from './powers/routes.ts'
import { quoteRoutes } from './quotes/routes.ts'
import { referenceRoutes } from './reference/routes.ts'
import { securityRoutes } from './security/routes.ts'
import { statementRoutes } from './statements/routes.ts'
import { offeringRoutes } from './offerings/routes.ts'
import { switchRoutes } from './switches/routes.ts'
import { placingRoutes } from './placing/routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { suitabilityRoutes } from './suitability/routes.ts'
import { complaintRoutes } from './complaints/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { termsRoutes } from './terms/routes.ts'
import { transferRoutes } from './transfers/routes.ts'
import { trustRoutes } from './trust/routes.ts'
import { walletRoutes } from './wallets/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { futuresRoutes } from './futures/routes.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'
import { layoutRoutes } from './layouts/routes.ts'
import { watchlistRoutes } from './watchlist/routes.ts'

/** Everything the server answers under `/web`, feature by feature. */
export const allFeatures = (app: App & EdgeParts): readonly Registered[] => [
  accountRoutes(app),
  agreementRoutes(app),
  quoteRoutes(app),
  referenceRoutes(app),
  feeRoutes(app),
  fileRoutes(app),
  futuresRoutes(app),
  watchlistRoutes(app),
  noteRoutes(app),
  layoutRoutes(app),
  orderRoutes(app),
  additionRoutes(app, allAdditions),
  positionRoutes(app),
  walletRoutes(app),
  kycRoutes(app),
  messageRoutes(app),
  permissionRoutes(app),
  suitabilityRoutes(app),
  supportRoutes(app),
  complaintRoutes(app),
  securityRoutes(app, classification),
  alertRoutes(app),
  transferRoutes(app),
  cardRoutes(app),
  withdrawalRoutes(app),
  depositRoutes(app),
  statementRoutes(app),
  switchRoutes(app),
  offeringRoutes(app),
  broadcastRoutes(app),
  articleRoutes(app),
  termsRoutes(app),
  powerRoutes(app),
  trustRoutes(app),
  subscriptionRoutes(app),
  placingRoutes(app),
  fundRoutes(app),
  followRoutes(app),
  loanRoutes(app),
  blockRoutes(app),
  planRoutes(app),
  miningRoutes(app),
  practiceRoutes(app, ({ id, ...asked }) => closePosition(app, { ...asked, input: { id, orderType: 0 } })),
  robotRoutes(app),
]
