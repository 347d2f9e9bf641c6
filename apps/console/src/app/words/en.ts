import { english as accounts } from '../../screens/accounts/words.ts'
import { english as app } from './app.ts'
import { english as approvals } from '../../screens/approvals/words.ts'
import { english as audit } from '../../screens/audit/words.ts'
import { english as broadcasts } from '../../screens/broadcasts/words.ts'
import { english as calendars } from '../../screens/calendars/words.ts'
import { english as cards } from '../../screens/cards/words.ts'
import { english as cases } from '../../screens/cases/words.ts'
import { english as dashboard } from '../../screens/dashboard/words.ts'
import { english as deposits } from '../../screens/deposits/words.ts'
import { english as instruments } from '../../screens/instruments/words.ts'
import { english as integrity } from '../../screens/integrity/words.ts'
import { english as kyc } from '../../screens/kyc/words.ts'
import { english as ledger } from '../../screens/ledger/words.ts'
import { english as market } from '../../screens/market/words.ts'
import { english as permissions } from '../../screens/permissions/words.ts'
import { english as staff } from '../../screens/staff/words.ts'
import { english as support } from '../../screens/support/words.ts'
import { english as switches } from '../../screens/switches/words.ts'
import { english as terms } from '../../screens/terms/words.ts'
import { english as withdrawals } from '../../screens/withdrawals/words.ts'

/** Every screen has its words beside it, in both languages. */
export const english = {
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
