import type { english } from './en.ts'
import { spanish as accounts } from '../../screens/accounts/words.ts'
import { spanish as app } from './app.ts'
import { spanish as approvals } from '../../screens/approvals/words.ts'
import { spanish as audit } from '../../screens/audit/words.ts'
import { spanish as broadcasts } from '../../screens/broadcasts/words.ts'
import { spanish as calendars } from '../../screens/calendars/words.ts'
import { spanish as cards } from '../../screens/cards/words.ts'
import { spanish as cases } from '../../screens/cases/words.ts'
import { spanish as dashboard } from '../../screens/dashboard/words.ts'
import { spanish as deposits } from '../../screens/deposits/words.ts'
import { spanish as instruments } from '../../screens/instruments/words.ts'
import { spanish as integrity } from '../../screens/integrity/words.ts'
import { spanish as kyc } from '../../screens/kyc/words.ts'
import { spanish as ledger } from '../../screens/ledger/words.ts'
import { spanish as market } from '../../screens/market/words.ts'
import { spanish as permissions } from '../../screens/permissions/words.ts'
import { spanish as staff } from '../../screens/staff/words.ts'
import { spanish as support } from '../../screens/support/words.ts'
import { spanish as switches } from '../../screens/switches/words.ts'
import { spanish as terms } from '../../screens/terms/words.ts'
import { spanish as withdrawals } from '../../screens/withdrawals/words.ts'

export const spanish: Readonly<Record<keyof typeof english, string>> = {
  ...accounts,
  ...app,
  ...approvals,
  ...audit,
  ...broadcasts,
  ...calendars,
  ...cards,
  ...cases,
  ...dashboard,
  ...deposits,
  ...instruments,
  ...integrity,
  ...kyc,
  ...ledger,
  ...market,
  ...permissions,
  ...staff,
  ...support,
  ...switches,
  ...terms,
  ...withdrawals,
}
