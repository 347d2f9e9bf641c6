import { LOAN_CURRENCY } from '@rueda/rules/loans/product.ts'
import { money } from '@rueda/rules/money.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { followValues } from '../follow/stat.ts'
import { fundValues } from '../funds/stat.ts'
import { debtsOf } from '../loans/debt.ts'
import { robotCashOf } from '../robots/cash.ts'
import { paidAhead } from '../subscriptions/paid-ahead.ts'
import { sumInDollars } from './dollar-value.ts'
import { equityOf } from './exposure.ts'

/** Everything a customer owns and owes at this moment, in cents of a dollar: the total that home shows. */
export async function worthOf(app: Pick<App, 'pool' | 'venue' | 'navs' | 'agencies'>, accountId: string): Promise<bigint> {
  const equity = await equityOf(app, accountId)
  return inSnapshot(app.pool, async (reader) => {
    const inFunds = (await fundValues(app, reader, accountId)).map(({ value, currency }) => money(value, currency))
    const followed = (await followValues(app, reader, accountId)).reduce((sum, { value }) => sum + value, 0n)
    const robots = money(await robotCashOf(reader, accountId), 'USD')
    const owed = money(await debtsOf(reader, accountId), LOAN_CURRENCY)
    return (
      equity +
      (await paidAhead(reader, accountId)) +
      sumInDollars(app.venue, [...inFunds, robots]) +
      followed -
      sumInDollars(app.venue, [owed])
    )
  })
}
