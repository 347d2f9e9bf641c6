import { REFERRAL_MS, payRebate, rebateDue } from '@rueda/rules/accounts/referral.ts'
import { dayNumber } from '@rueda/rules/calendar-date.ts'
import type { Currency } from '@rueda/rules/money.ts'
import { ok } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { commandKind } from '../../write-path/commands.ts'
import { POSTED } from '../archive/what-left.ts'
import { sumInDollars } from '../wallets/dollar-value.ts'

type Paying = Pick<App, 'pool' | 'venue' | 'commands'>
type Rebate = Parameters<typeof payRebate>[0]
type Pair = Readonly<{ referee: string; referrer: string; commissions: Readonly<Record<string, string>> | null; paid: bigint }>

const DAYS_OF_A_WEEK = 7

/**
 * Pays every week the earnings of customers who invited others (J95). The amounts follow from the ledger of both, and a week's payment has
 * its own cause, so that this may run twice.
 */
export async function payReferrals({ pool, venue, commands }: Paying, date: CalendarDate): Promise<void> {
  await pool.query(MARK_SHARED)
  const { rows } = await pool.query<Pair>(PAIRS, [REFERRAL_MS])
  const week = Math.floor(dayNumber(date) / DAYS_OF_A_WEEK)
  for (const { referee, referrer, commissions, paid } of rows) {
    const amounts = Object.entries(commissions ?? {}).map(([currency, minor]) => ({ currency: currency as Currency, minor: BigInt(minor) }))
    const amount = rebateDue({ commissions: sumInDollars(venue, amounts), paid })
    if (amount === 0n) continue
    const rebate = { refereeId: referee, week, amount, valueDate: date }
    await commands.run(payingRebate, { accountId: referrer, idempotency: null, arguments: rebate })
  }
}

export const payingRebate = commandKind({
  name: 'accounts.payRebate',
  reads: (_rebate: Rebate) => ({ wallets: ['US_WALLET'] }),
  decide: (_, rebate) => ok({ outcome: payRebate(rebate), data: true }),
})

/** A pair seen on one device stays marked: the sessions that show it are forgotten with time. */
const MARK_SHARED = `
  update accounts a set shares_device = true
  from sessions mine join sessions theirs using (device_fingerprint)
  where a.invited_by is not null and not a.shares_device and mine.account_id = a.account_id and theirs.account_id = a.invited_by`

/**
 * Both of a pair are identified, with papers of their own and on devices of their own; a week that is paid is not read again. The time that
 * counts begins with the first entry of the invited customer. Nothing is paid into an account that was closed.
 */
const PAIRS = `
  select a.account_id::text as referee, a.invited_by::text as referrer, earned.commissions, coalesce(before.paid, 0)::bigint as paid
  from accounts a
  join accounts r on r.account_id = a.invited_by and r.kyc_status = 'passed' and r.closed_at is null
  cross join lateral (select at as began from entries e where e.account_id = a.account_id and e.sequence = 1) first
  cross join lateral (
    select json_object_agg(asset, sum::text) as commissions from (
      select asset, sum(amount) from ${POSTED} posted
      where account_id = a.account_id and account like 'H:FEE:COMMISSION:%' and at < first.began + $1 group by asset) by_currency) earned
  left join lateral (
    select sum(amount) as paid from postings
    where account_id = a.invited_by and journal = 'J95' and cause_id = a.account_id::text and account like 'U:%') before on true
  where a.kyc_status = 'passed' and not a.shares_device and earned.commissions is not null`
