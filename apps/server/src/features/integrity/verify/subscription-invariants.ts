import type { Invariant } from './invariants.ts'

/** What the ledger's checks hold of new shares: money, limits, and that every result follows from what was published (`docs/rules/ipo.md`). */
const MOVED = `
  select account_id, cause_id,
         coalesce(sum(amount) filter (where account = 'U:SUBSCRIPTION:HOLD'), 0) as held,
         coalesce(sum(amount) filter (where account = 'U:SUBSCRIPTION:CASH'), 0) as cash,
         coalesce(sum(amount) filter (where account like 'H:IPO:%' or account like 'H:PLACING:%'), 0) as pool,
         coalesce(sum(amount) filter (where account like 'U:SEC%'), 0) as shares
  from postings where cause_kind = 'subscription' group by 1, 2`

/** Every draw once more, in the database's own words. */
const DRAWN_AGAIN = `
  with drawn as (
    select i.*, hmac_sha256(decode(i.secret, 'hex'), decode(i.list_hash, 'hex') || convert_to(i.entropy, 'UTF8')) as seed
    from ipos i where i.drawn_at is not null
  ), keyed as (
    select d.id as ipo_id, d.quota, a.number, a.lots, encode(hmac_sha256(d.seed, convert_to(a.number, 'UTF8')), 'hex') as key
    from drawn d join ipo_applications a on a.ipo_id = d.id
  ), ranked as (
    select *, row_number() over (partition by ipo_id order by key collate "C") as rank,
           count(*) over (partition by ipo_id) as applications, sum(lots) over (partition by ipo_id) as total from keyed
  ), based as (
    select *, least(quota / 2, applications) as base, case when rank <= least(quota / 2, applications) then 1 else 0 end as first from ranked
  ), shared as (
    select *, case when total <= quota then 0 else (lots - first) * (quota - base) / (total - base) end as whole,
           case when total <= quota then 0 else (lots - first) * (quota - base) % (total - base) end as remainder from based
  ), placed as (
    select *, row_number() over (partition by ipo_id order by remainder desc, rank) as place,
           quota - base - sum(whole) over (partition by ipo_id) as left_over from shared
  )
  select ipo_id, number, key, rank,
         case when total <= quota then lots else first + whole + case when place <= left_over then 1 else 0 end end as allotted from placed`

/** True where an entry of an application `s` was booked before the close of its offering `o`. */
export const bookedByClose = (journal: 'J50' | 'J52'): string =>
  `exists (select from entries e where e.account_id = s.account_id and e.cause_id = s.id::text and e.cause_kind = 'subscription'
           and e.journal = '${journal}' and e.at < o.closes_at)`

export const subscriptionInvariants: readonly Invariant[] = [
  {
    id: 'INV-31',
    scope: 'account',
    says: 'an application holds its price until the draw, has then paid for exactly what it was allotted, and has its shares and the rest back',
    sql: `with moved as (${MOVED})
          select s.account_id, s.id, s.status, s.amount, s.paid, m.held, m.cash, m.pool, m.shares from subscriptions s
          left join moved m on m.account_id = s.account_id and m.cause_id = s.id::text
          where coalesce(m.held, 0) <> case s.status when 'waiting' then s.amount else 0 end
             or coalesce(m.cash, 0) <> case s.status when 'waiting' then -s.amount else -s.paid end
             or coalesce(m.pool, 0) <> case s.status when 'allotted' then s.paid else 0 end
             or coalesce(m.shares, 0) <> case s.status when 'delivered' then s.allotted else 0 end
             or s.amount <> round(s.price::numeric * s.quantity / 1e14) or s.paid <> round(s.price::numeric * s.allotted / 1e14)
          union all
          select m.account_id, null, 'unknown', 0, 0, m.held, m.cash, m.pool, m.shares from moved m
          where not exists (select from subscriptions s where s.account_id = m.account_id and s.id::text = m.cause_id)`,
  },
  {
    id: 'INV-31b',
    scope: 'house',
    says: 'no more is allotted than there is, nobody asks for more than one customer may, and an application was made in its window',
    sql: `select i.id, null::bigint as account_id, sum(s.allotted) as allotted, i.quota from ipos i join subscriptions s on s.offering_id = i.id
          group by i.id having sum(s.allotted) > i.quota * i.lot_size
          union all
          select i.id, s.account_id, s.quantity, i.max_lots from ipos i join subscriptions s on s.offering_id = i.id
          where s.quantity > i.max_lots * i.lot_size or s.quantity % i.lot_size <> 0 or s.price <> i.price or s.instrument_id <> i.instrument_id
             or s.started_at < i.opens_at or s.started_at >= i.closes_at`,
  },
  {
    id: 'INV-31c',
    scope: 'house',
    says: 'every draw follows from the secret that was committed to, the list of the close and the public value',
    sql: `select coalesce(r.ipo_id, d.ipo_id) as ipo_id, coalesce(r.number, d.number) as number, r.allotted, d.allotted as expected
          from ipo_results r full join (${DRAWN_AGAIN}) d on d.ipo_id = r.ipo_id and d.number = r.number
          where r.number is null or d.number is null or r.key <> d.key or r.rank <> d.rank or r.allotted <> d.allotted
          union all
          select i.id, 'list', null, null from ipos i
          left join (select ipo_id, string_agg(number || ':' || lots, E'\\n' order by number collate "C") as list from ipo_applications group by 1) l
            on l.ipo_id = i.id
          where i.list_hash <> encode(sha256(convert_to(coalesce(l.list, ''), 'UTF8')), 'hex')
          union all
          select id, 'commitment', null, null from ipos where secret is not null and encode(sha256(decode(secret, 'hex')), 'hex') <> commitment
          union all
          select id, 'entropy', null, null from ipos where beacon_url is null and entropy <> id::text
          union all
          select id, 'withdrawn', null, null from ipos where status = 'withdrawn' and list_hash is not null and drawn_at is null`,
  },
  {
    id: 'INV-31d',
    scope: 'house',
    says: 'an application was allotted what the draw gave it, and one that is not on the list nothing',
    sql: `select s.account_id, s.id, s.status, s.allotted, r.allotted as drawn from subscriptions s join ipos i on i.id = s.offering_id
          left join ipo_results r on r.ipo_id = s.offering_id and r.number = s.number
          where s.status in ('allotted', 'delivered', 'notAllotted') and s.allotted <> coalesce(r.allotted, 0) * i.lot_size`,
  },
  {
    id: 'INV-31e',
    scope: 'house',
    says: 'the list of the close has every application that was booked by then and not given back, as it was made, and no other',
    sql: `with booked as (
            select o.id as ipo_id, s.account_id, s.id, s.number, s.quantity / o.lot_size as lots, ${bookedByClose('J52')} as given_back
            from ipos o join subscriptions s on s.offering_id = o.id
            where o.list_hash is not null and ${bookedByClose('J50')})
          select ipo_id, number, b.account_id, b.id, b.lots, a.lots as listed from booked b full join ipo_applications a using (ipo_id, number)
          where b.id is null or (a.lots is null and not b.given_back) or a.lots <> b.lots`,
  },
]
