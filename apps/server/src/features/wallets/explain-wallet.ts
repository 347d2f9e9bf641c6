import { type Derivation, type Part, amountOf, plus } from '@rueda/rules/figures/derivation.ts'
import { type Hold, type HoldKind, deriveHold } from '@rueda/rules/wallets/derive-hold.ts'
import { type WalletFigure, deriveWallet } from '@rueda/rules/wallets/derive-wallet.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { Wallet, WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { type Reader, inSnapshot } from '../../db/snapshot.ts'
import { chargesOfRow } from '../orders/charge-columns.ts'
import { FILLS_WITH_WALLETS, WAITS } from '../orders/waiting-fills.ts'
import { HOLDS } from './holds.ts'
import { walletsOf } from './store.ts'

type Asked = Readonly<{ walletType: WalletType; figure: WalletFigure }>

/** A figure of a wallet with what it is made of, down to the orders and positions that use its money; null where there is no such wallet. */
export async function explainWallet(
  { pool }: Pick<App, 'pool'>,
  accountId: string,
  { walletType, figure }: Asked,
): Promise<Derivation | null> {
  return inSnapshot(pool, async (reader) => {
    const wallet = (await walletsOf(reader, accountId)).find(({ type }) => type === walletType)
    if (wallet === undefined) return null
    const [holds, margins] = [await holdsOf(reader, accountId, wallet), await marginsOf(reader, accountId, wallet)]
    const uses = { holds: withRest(holds, wallet.hold, wallet), margins: withRest(margins, wallet.margin, wallet) }
    return deriveWallet(wallet, figure, { ...uses, sales: await salesOf(reader, accountId, wallet) })
  })
}

type HoldRow = Readonly<{
  kind: HoldKind
  held: bigint
  instrumentId: string
  atStart: bigint
  limitPrice: bigint | null
  quantity: bigint
  marginAction: string | null
}>

/** What holds money of this wallet, the largest first; of an order also what it waits with. */
async function holdsOf(reader: Reader, accountId: string, { type, currency }: Wallet): Promise<readonly Part[]> {
  const { rows } = await reader.query<HoldRow>(HOLDS_OF_WALLET, [accountId, type, MAX_USES])
  return rows.map((row) => plus(deriveHold(currency, holdIn(row))))
}
const HOLDS_OF_WALLET = `
  select h.kind, h.held, o.instrument_id as "instrumentId", o.hold_at_start as "atStart", o.limit_price as "limitPrice", o.quantity,
         o.margin_action as "marginAction"
  from (${HOLDS}) h left join orders o on h.kind = 'order' and o.account_id = h.account_id and o.id::text = h.id
  where h.account_id = $1 and h.wallet = $2 and h.held > 0 order by h.held desc, h.id limit $3`

function holdIn({ kind, held, instrumentId, atStart, limitPrice, quantity, marginAction }: HoldRow): Hold {
  if (kind !== 'order') return { kind, amount: held }
  const waits = limitPrice === null || marginAction !== null ? null : { price: limitPrice, quantity }
  return { kind, instrumentId, amount: held, atStart, waits }
}

type Margin = Readonly<{ instrumentId: string; amount: bigint }>

async function marginsOf(reader: Reader, accountId: string, { type, currency }: Wallet): Promise<readonly Part[]> {
  const { rows } = await reader.query<Margin>(
    `select instrument_id as "instrumentId", margin as amount from margin_positions
     where account_id = $1 and wallet = $2 and closed_at is null and margin > 0 order by margin desc, id limit $3`,
    [accountId, type, MAX_USES],
  )
  return rows.map(({ instrumentId, amount }) =>
    plus(amountOf(currency, amount, { name: 'use', about: { kind: 'instrument', id: instrumentId } })),
  )
}

/** What sales bring on each day on which some settle. */
async function salesOf(reader: Reader, accountId: string, { type, currency }: Wallet): Promise<readonly Part[]> {
  const { rows } = await reader.query<Readonly<{ date: CalendarDate; amount: bigint }>>(SALES, [accountId, type])
  return rows.map(({ date, amount }) => plus(amountOf(currency, amount, { name: 'settles', about: { kind: 'date', id: date } })))
}
const SALES = `
  select f.settlement_date as date, sum(f.notional - ${chargesOfRow('f')})::bigint as amount from ${FILLS_WITH_WALLETS}
  where f.account_id = $1 and o.wallet = $2 and f.side = 'sell' and ${WAITS} group by 1 order by 1`

/** No more than somebody reads; the rest is one line. */
const MAX_USES = 50

function withRest(uses: readonly Part[], whole: bigint, { currency }: Wallet): readonly Part[] {
  const rest = whole - uses.reduce((sum, { value }) => sum + value, 0n)
  return uses.length === 0 || rest === 0n ? uses : [...uses, plus(amountOf(currency, rest, { name: 'otherUses' }))]
}
