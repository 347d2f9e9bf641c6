import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { Invariant } from './invariants.ts'

/** The dates up to which the brokerage's own market has written down its splits. */
const WRITTEN_UNTIL = `(select max(due_date) from job_runs where job = 'calendar' and market = '${HOUSE_MARKET}')`

/**
 * True where a placing lapsed by itself for what became of its share. A split is known when the window would open, and written down by its own day;
 * until every day of the window is over it may still come. A share leaves the list by the word of two persons alone.
 */
const LAPSED_FOR_A_REASON = `
  w.approval_id is null and w.withdrawn_at >= p.opens_at and case w.reason
    when 'split' then p.price is null and (
      exists (select from corporate_actions a where a.instrument_id = p.instrument_id and a.kind = 'split'
                and a.ex_date between p.opens_on and p.closes_on + 1)
      or ${WRITTEN_UNTIL} < p.closes_on + 1)
    else exists (
      select from delistings d join trading_stops s on s.stop_id = d.final_stop join approvals a using (approval_id)
      where d.instrument_id = p.instrument_id and d.announced_at <= w.withdrawn_at and (s.lifted_at is null or s.lifted_at >= w.withdrawn_at)
        and (a.power, a.subject, a.decision, a.checked_hash, a.checker_person <> a.maker_person)
          is not distinct from ('instruments.delist', 'instrument:' || p.instrument_id, 'approved', a.payload_hash, true)) end`

/** Invariants of what is offered by name: what was closed for good or taken back was so by two persons, or by itself for a reason of its own. */
export const offeringInvariants: readonly Invariant[] = [
  {
    id: 'OFFERING-1',
    scope: 'house',
    says: 'what is closed for good or taken back was so by two persons, for exactly that and, closed, at the moment of the second; a placing without them only for what became of its share',
    sql: `select c.change_id, c.kind, c.offering_id, c.at, a.subject, a.decided_at from offering_changes c left join approvals a using (approval_id)
          where c.status = 'closed' and (a.power, a.subject, a.decision, a.decided_at, a.checked_hash, a.checker_person <> a.maker_person)
            is distinct from ('offerings.close', 'offering:' || c.kind || ':' || c.offering_id, 'approved', c.at, a.payload_hash, true)
          union all
          select w.ipo_id, 'ipo', w.ipo_id::text, w.withdrawn_at, a.subject, a.decided_at from ipo_withdrawals w left join approvals a using (approval_id)
          where (a.power, a.subject, a.decision, a.checked_hash, a.checker_person <> a.maker_person)
            is distinct from ('subscriptions.withdraw', 'ipo:' || w.ipo_id, 'approved', a.payload_hash, true)
          union all
          select w.placing_id, 'placing', w.placing_id::text, w.withdrawn_at, a.subject, a.decided_at from placing_withdrawals w
          join placings p on p.id = w.placing_id left join approvals a using (approval_id)
          where case when w.reason in ('split', 'delisted') then not coalesce(${LAPSED_FOR_A_REASON}, false)
            else (a.power, a.subject, a.decision, a.checked_hash, a.checker_person <> a.maker_person)
              is distinct from ('placing.withdraw', 'placing:' || w.placing_id, 'approved', a.payload_hash, true) end`,
  },
]
