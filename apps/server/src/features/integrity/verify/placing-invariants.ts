import type { Invariant } from './invariants.ts'
import { bookedByClose } from './subscription-invariants.ts'

/** What the ledger's checks hold of placings: their price, their limits, their allotment and the lock (`docs/rules/placing.md` E.3). */

/** Every allotment once more, in the database's own words. */
const ALLOTTED_AGAIN = `
  with ranked as (
    select p.id as placing_id, p.quota, a.number, a.lots::bigint as lots,
           row_number() over (partition by p.id order by a.at, a.number collate "C") as rank, sum(a.lots) over (partition by p.id) as total
    from placings p join placing_applications a on a.placing_id = p.id where p.allotted_at is not null
  ), shared as (
    select *, lots * quota / total as whole, lots * quota % total as remainder from ranked
  ), placed as (
    select *, row_number() over (partition by placing_id order by remainder desc, rank) as place,
           quota - sum(whole) over (partition by placing_id) as left_over from shared
  )
  select placing_id, number, rank,
         case when total <= quota then lots else whole + case when place <= left_over then 1 else 0 end end as allotted from placed`

export const placingInvariants: readonly Invariant[] = [
  {
    id: 'INV-31f',
    scope: 'house',
    says: 'a placing costs its close less its discount, its applications keep to its terms, and its allotment follows from the list of its close',
    sql: `select p.id, 'price' as what, null as number, p.price as found,
                 div(p.reference::numeric * (10000 - p.discount) + 9999999999, 10000000000) * 1000000 as expected
          from placings p
          where p.price is not null
            and (p.price <> div(p.reference::numeric * (10000 - p.discount) + 9999999999, 10000000000) * 1000000 or p.reference_on >= p.opens_on)
          union all
          select p.id, 'application', s.number, s.quantity, p.max_lots * p.lot_size from placings p join subscriptions s on s.offering_id = p.id
          where s.kind <> 'placing' or p.price is null or s.quantity > p.max_lots * p.lot_size or s.quantity % p.lot_size <> 0
             or s.price <> p.price or s.instrument_id <> p.instrument_id or s.started_at < p.opens_at or s.started_at >= p.closes_at
          union all
          select p.id, 'total', null, sum(s.allotted), p.quota * p.lot_size from placings p join subscriptions s on s.offering_id = p.id
          group by p.id having sum(s.allotted) > p.quota * p.lot_size
          union all
          select coalesce(r.placing_id, e.placing_id), 'allotment', coalesce(r.number, e.number), r.allotted, e.allotted
          from placing_results r full join (${ALLOTTED_AGAIN}) e on e.placing_id = r.placing_id and e.number = r.number
          where r.number is null or e.number is null or r.rank <> e.rank or r.allotted <> e.allotted
          union all
          select p.id, 'list', null, null, null from placings p
          left join (select placing_id, string_agg(number || ':' || lots || ':' || at, E'\\n' order by at, number collate "C") as list
                     from placing_applications group by 1) l on l.placing_id = p.id
          where p.list_hash <> encode(sha256(convert_to(coalesce(l.list, ''), 'UTF8')), 'hex')`,
  },
  {
    id: 'INV-31g',
    scope: 'house',
    says: 'an application for a placing was allotted what the allotment gave it, and its shares were locked until the day of the placing',
    sql: `select s.account_id, s.id, s.status, s.allotted, r.allotted as expected, l.unlocks_on, p.unlocks_on as expected_on
          from subscriptions s join placings p on p.id = s.offering_id
          left join placing_results r on r.placing_id = s.offering_id and r.number = s.number
          left join share_locks l on l.account_id = s.account_id and l.id = s.id
          where (s.status in ('allotted', 'delivered', 'notAllotted') and s.allotted <> coalesce(r.allotted, 0) * p.lot_size)
             or (s.status = 'delivered' and (l.id is null or l.unlocks_on <> p.unlocks_on or l.instrument_id <> s.instrument_id
               or (l.unlocked_at is null and l.quantity <= 0)))
             or (s.status <> 'delivered' and l.id is not null)`,
  },
  {
    id: 'INV-31h',
    scope: 'house',
    says: 'the list of the close of a placing has every application that was booked by then and not given back, as it was made, and no other',
    sql: `with booked as (
            select o.id as placing_id, s.number, s.id, s.account_id, s.quantity / o.lot_size as lots, s.started_at as at,
                   ${bookedByClose('J52')} as given_back
            from placings o join subscriptions s on s.offering_id = o.id
            where o.list_hash is not null and ${bookedByClose('J50')})
          select placing_id, number, b.account_id, b.id, b.lots, a.lots as listed
          from booked b full join placing_applications a using (placing_id, number)
          where b.id is null or (a.lots is null and not b.given_back) or a.lots <> b.lots or a.at <> b.at`,
  },
]
