import { journalFacts, journals } from '@rueda/rules/ledger/journals.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { tradedMarkets } from '@rueda/rules/markets/markets.ts'
import { chargesOfRow } from '../../orders/charge-columns.ts'
import type { Invariant } from './invariants.ts'

/** Journals of a customer's own acts that only move their money, or send it away: withdrawals, transfers, holds, margin. */
const OWN_MOVES = `(${journals.flatMap((journal) => (journalFacts[journal].isOwnMove ? [`'${journal}'`] : [])).join(', ')})`

/** Largest worth of a wallet's position as a multiple of its margin, by the rules of its market. */
const mostLeverage = (wallet: string): string =>
  `case ${wallet} ${tradedMarkets
    .map((name) => tradedTermsOf(name))
    .map(({ wallet: paying, largestLeverage }) => `when '${paying}' then ${largestLeverage}`)
    .join(' ')} else 1 end`

const perUnit = (currency: string): string =>
  `(case ${currency} ${Object.entries(minorDigits)
    .map(([name, digits]) => `when '${name}' then ${10 ** digits}`)
    .join(' ')} end)::numeric`

/**
 * No arbitrage (`docs/rules/invariants.md` INV-24): at constant prices nothing a customer does adds to what they own, and what they may buy
 * stays within the leverage of what they put up. Gains from a deposit, a dividend, a grant or the market itself are no act of theirs, and
 * are checked where they are booked. The simulation checks the same by adding everything up at one price.
 */
export const noArbitrageInvariants: readonly Invariant[] = [
  {
    id: 'INV-24',
    scope: 'account',
    says: 'nothing a customer does adds to what they own: moves add to no asset, trades give no more than their price less their charges',
    sql: `with act as (select account_id, sequence, journal, cause_id, cause_step, asset, sum(amount) as gained from postings
                       where account like 'U:%' and (journal in ${OWN_MOVES} or journal in ('J32', 'J33')) group by 1, 2, 3, 4, 5, 6),
               allowed as (
                 select a.*, case when a.journal in ${OWN_MOVES} then 0
                                  when a.asset = f.instrument_id then case f.side when 'buy' then f.quantity else -f.quantity end
                                  else case f.side when 'buy' then -f.notional else f.notional end - ${chargesOfRow('f')} end as most
                 from act a left join fills f on a.journal in ('J32', 'J33')
                   and f.account_id = a.account_id and f.order_id::text = a.cause_id and f.sequence = a.cause_step)
          select account_id, sequence, journal, asset, gained, most from allowed where gained > coalesce(most, 0)`,
  },
  {
    id: 'INV-24b',
    scope: 'account',
    says: 'an exchange gives less than the mid of its moment, whichever way round that is quoted',
    sql: `with side as (select account_id, cause_id, asset, sum(amount) / ${perUnit('asset')} as units from postings
                        where journal = 'J21' and account like 'U:%' group by 1, 2, 3)
          select t.account_id, t.id, t.mid, gave.asset, gave.units, got.asset as into_asset, got.units as got_units from transfers t
          join side gave on gave.account_id = t.account_id and gave.cause_id = t.id::text and gave.units < 0
          join side got on got.account_id = t.account_id and got.cause_id = t.id::text and got.units > 0
          where not coalesce(case when t.rate <= t.mid then got.units <= -gave.units * t.mid / 100000000
                                  else got.units * t.mid / 100000000 <= -gave.units end, false)`,
  },
  {
    id: 'INV-24c',
    scope: 'account',
    says: 'what a position on leverage asked for is its worth over that leverage, and no leverage is beyond its market’s',
    // A pair with the dollar as its base has the value of its lots, whatever their price in the other currency.
    sql: `with opened as (select f.account_id, f.position_id, sum(f.notional) as worth, count(*) as fills from fills f
                          join orders o on o.account_id = f.account_id and o.id = f.order_id where o.margin_action = 'open' group by 1, 2)
          select m.account_id, m.id, m.leverage, m.initial, o.worth from margin_positions m
          join opened o on o.account_id = m.account_id and o.position_id = m.id
          where m.leverage > ${mostLeverage('m.wallet')}
             or (m.wallet = 'FOREX' and m.instrument_id not like 'FX:USD%' and m.closed_quantity = 0
                 and m.initial * m.leverage < o.worth - m.leverage * o.fills)`,
  },
]
