import type { Dividend } from '@rueda/rules/corporate/action.ts'
import { type Entitlement, type Holder, entitlementOf, payDividend } from '@rueda/rules/corporate/dividend.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { ok } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { commandKind } from '../../write-path/commands.ts'
import { notBefore } from '../../venue/executed-on.ts'
import type { Applying } from './apply.ts'
import { forEachCustomer } from './each-customer.ts'
import { lapsed, paid } from './lapsed.ts'
import { type EntitlementRecord, insertEntitlements, readEntitlement } from './recorded.ts'

type HolderRecord = Readonly<{ account_id: bigint; position_id: string; quantity: bigint; claims_treaty: boolean }>

/**
 * Holders of the share at the close before the ex-date: what is held now, less what was traded since; and whether they had claimed a treaty
 * by then. The result never changes, so that a job that comes late finds the same holders.
 */
const HOLDERS = `
  with since as (
    select account_id, sum(case side when 'buy' then quantity else -quantity end)::bigint as change
    from share_fills where settlement_date >= $2 and trade_date >= $2 and at >= ${notBefore('$2')} and instrument_id = $1 group by account_id
  ), held as (
    select account_id, free + held + locked as quantity from positions where instrument_id = $1 and closed_at is null
  ), holders as (
    select account_id, coalesce(held.quantity, 0) - coalesce(since.change, 0) as quantity from held full join since using (account_id)
  )
  select h.account_id, p.id as position_id, h.quantity, coalesce(declared.claims_treaty, false) as claims_treaty
  from holders h
  cross join lateral (
    select id from positions where account_id = h.account_id and instrument_id = $1 and (closed_at is null or closed_at >= $3)
    order by opened_at, id limit 1) p
  left join lateral (
    select claims_treaty from tax_declarations where account_id = h.account_id and declared_at < $3
    order by declared_at desc, declaration_id desc limit 1) declared on true
  where h.quantity > 0`

export async function recordEntitlements(app: Applying, market: MarketName, dividend: Dividend): Promise<void> {
  const [day] = await app.venue.calendar(market, dividend.exDate, dividend.exDate)
  const opensAt = day?.sessions[0]?.opensAt ?? Date.parse(`${dividend.exDate}T00:00:00Z`)
  const { rows } = await app.pool.query<HolderRecord>(HOLDERS, [dividend.instrumentId, dividend.exDate, opensAt])
  const { currency } = tradedTermsOf(market).feeTable
  await insertEntitlements(
    app,
    rows.flatMap((row) => entitlementOf(readHolder(row), dividend, market, currency) ?? []),
  )
}

const readHolder = (row: HolderRecord): Holder => ({
  accountId: String(row.account_id),
  positionId: row.position_id,
  quantity: row.quantity,
  claimsTreaty: row.claims_treaty,
})

const DUE = `
  select d.* from entitlements d
  where d.pay_date > $1 and d.pay_date <= $2 and d.instrument_id like $3 || ':%'
    and not ${paid('d')} and not ${lapsed('d')}
  order by d.account_id, d.action_id`

/** Pays what is due and unpaid; a holder who was paid already is not found again. */
export async function payDue(
  app: Applying,
  market: MarketName,
  { after, until }: Readonly<{ after: CalendarDate; until: CalendarDate }>,
): Promise<void> {
  const { rows } = await app.pool.query<EntitlementRecord>(DUE, [after, until, market])
  const { wallet } = tradedTermsOf(market)
  const payments = rows.map(readEntitlement).map((entitlement) => ({
    accountId: entitlement.accountId,
    idempotency: null,
    arguments: { entitlement, wallet },
  }))
  await forEachCustomer(app, payingDividend, payments)
}

export const payingDividend = commandKind({
  name: 'corporate.payDividend',
  reads: ({ wallet }: Readonly<{ entitlement: Entitlement; wallet: WalletType }>) => ({ wallets: [wallet] }),
  decide: ({ venue }: Pick<App, 'venue'>, { entitlement, wallet }) =>
    ok({ outcome: payDividend(entitlement, venue.label, wallet), data: true as const }),
})
