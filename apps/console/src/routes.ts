import type { PowerName } from '@rueda/rules/staff/powers.ts'
import type { ComponentType } from 'react'
import type { WordKey } from './app/words.ts'
import { Accounts } from './screens/accounts/Accounts.tsx'
import { Articles } from './screens/articles/Articles.tsx'
import { Approvals } from './screens/approvals/Approvals.tsx'
import { Audit } from './screens/audit/Audit.tsx'
import { Commissions } from './screens/fees/Commissions.tsx'
import { Cases } from './screens/cases/Cases.tsx'
import { Integrity } from './screens/integrity/Integrity.tsx'
import { Ledger } from './screens/ledger/Ledger.tsx'
import { LoanOffers } from './screens/loans/LoanOffers.tsx'
import { MarketControls } from './screens/market/MarketControls.tsx'
import { Switches } from './screens/switches/Switches.tsx'
import { Offerings } from './screens/offerings/Offerings.tsx'
import { Permissions } from './screens/permissions/Permissions.tsx'
import { Support } from './screens/support/Support.tsx'
import { Terms } from './screens/terms/Terms.tsx'
import { Broadcasts } from './screens/broadcasts/Broadcasts.tsx'
import { Calendars } from './screens/calendars/Calendars.tsx'
import { Instruments } from './screens/instruments/Instruments.tsx'
import { Placings } from './screens/placing/Placings.tsx'
import { Subscriptions } from './screens/subscriptions/Subscriptions.tsx'
import { Staff } from './screens/staff/Staff.tsx'

/** Every screen of the console: its address, its name in the menu, and the power without which it is not shown. */
export type ConsoleRoute = Readonly<{
  name: string
  label: WordKey
  group: 'work' | 'customers' | 'market' | 'house'
  power: PowerName
  Screen: ComponentType
}>

export const routes: readonly ConsoleRoute[] = [
  { name: 'cases', label: 'nav.cases', group: 'work', power: 'cases.see', Screen: Cases },
  { name: 'support', label: 'nav.support', group: 'work', power: 'support.see', Screen: Support },
  { name: 'approvals', label: 'nav.approvals', group: 'work', power: 'approvals.see', Screen: Approvals },
  { name: 'permissions', label: 'nav.permissions', group: 'customers', power: 'permissions.see', Screen: Permissions },
  { name: 'accounts', label: 'nav.accounts', group: 'customers', power: 'accounts.find', Screen: Accounts },
  { name: 'broadcasts', label: 'nav.broadcasts', group: 'customers', power: 'broadcasts.see', Screen: Broadcasts },
  { name: 'articles', label: 'nav.articles', group: 'customers', power: 'articles.see', Screen: Articles },
  { name: 'market', label: 'nav.market', group: 'market', power: 'market.see', Screen: MarketControls },
  { name: 'instruments', label: 'nav.instruments', group: 'market', power: 'instruments.see', Screen: Instruments },
  { name: 'subscriptions', label: 'nav.subscriptions', group: 'market', power: 'subscriptions.see', Screen: Subscriptions },
  { name: 'placing', label: 'nav.placing', group: 'market', power: 'placing.see', Screen: Placings },
  { name: 'calendars', label: 'nav.calendars', group: 'market', power: 'calendars.see', Screen: Calendars },
  { name: 'offerings', label: 'nav.offerings', group: 'house', power: 'offerings.see', Screen: Offerings },
  { name: 'terms', label: 'nav.terms', group: 'house', power: 'terms.see', Screen: Terms },
  { name: 'fees', label: 'nav.fees', group: 'house', power: 'fees.see', Screen: Commissions },
  { name: 'loans', label: 'nav.loans', group: 'house', power: 'loans.see', Screen: LoanOffers },
  { name: 'switches', label: 'nav.switches', group: 'house', power: 'switches.see', Screen: Switches },
  { name: 'ledger', label: 'nav.ledger', group: 'house', power: 'ledger.see', Screen: Ledger },
  { name: 'integrity', label: 'nav.integrity', group: 'house', power: 'integrity.see', Screen: Integrity },
  { name: 'staff', label: 'nav.staff', group: 'house', power: 'staff.see', Screen: Staff },
  { name: 'audit', label: 'nav.audit', group: 'house', power: 'audit.read', Screen: Audit },
]
