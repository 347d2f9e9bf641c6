import { type BrokerageRules } from '../brokerage/rules.ts'
import { plantedInCorporate } from './corporate.ts'
import { plantedInBlocks } from './blocks.ts'
import { plantedInDeposits } from './deposits.ts'
import { plantedInFaults } from './faults.ts'
import { plantedInProtection, plantedInWithdrawals } from './leaving.ts'
import { plantedInFractions } from './fractions.ts'
import { plantedInFollow } from './follow.ts'
import { plantedInFunds } from './funds.ts'
import { plantedInLoans } from './loans.ts'
import { plantedInMargin, plantedInMarginCalls } from './margin.ts'
import { plantedInMarginOrders } from './margin-orders.ts'
import { plantedInMarkets } from './markets.ts'
import { plantedInMatches } from './matches.ts'
import { plantedInOrders } from './orders.ts'
import { plantedInPlans } from './plans.ts'
import { plantedInPractice } from './practice.ts'
import { plantedInReversals } from './reversals.ts'
import { plantedInRobots } from './robots.ts'
import { plantedInSubscriptions } from './subscriptions.ts'
import { plantedInSuitability } from './suitability.ts'
import { plantedInTrades } from './trades.ts'
import { plantedInTransfers } from './transfers.ts'

/**
 * Bugs that brokers have really had, planted one at a time in place of a rule. The simulation must find each of them; one that it does not
 * find shows a hole in the simulation, not luck.
 */
const themes = {
  'trades': plantedInTrades,
  'trades between customers': plantedInMatches,
  'orders': plantedInOrders,
  'markets': plantedInMarkets,
  'margin': plantedInMargin,
  'orders on margin': plantedInMarginOrders,
  'margin calls': plantedInMarginCalls,
  'questions': plantedInSuitability,
  'corporate actions': plantedInCorporate,
  'transfers': plantedInTransfers,
  'funds': plantedInFunds,
  'mandates': plantedInFollow,
  'subscriptions': plantedInSubscriptions,
  'loans': plantedInLoans,
  'parts of shares': plantedInFractions,
  'plans': plantedInPlans,
  'robots': plantedInRobots,
  'blocks': plantedInBlocks,
  'deposits': plantedInDeposits,
  'withdrawals': plantedInWithdrawals,
  'protection': plantedInProtection,
  'beginning again': plantedInPractice,
  'reversals': plantedInReversals,
  'faults': plantedInFaults,
} as const

export type PlantedBug = Readonly<{ theme: string; name: string; rules: BrokerageRules }>

export const plantedBugs: readonly PlantedBug[] = Object.entries(themes).flatMap(([theme, bugs]) =>
  Object.entries(bugs).map(([name, rules]) => ({ theme, name, rules })),
)
