import { type Derivation, type Part, amountOf, plus } from '@rueda/rules/figures/derivation.ts'
import { type WalletFigure, deriveWallet } from '@rueda/rules/wallets/derive-wallet.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { Wallet, WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { type Reader, inSnapshot } from '../../db/snapshot.ts'
import { chargesOfRow } from '../orders/charge-columns.ts'
import { FILLS_WITH_WALLETS, WAITS } from '../orders/waiting-fills.ts'
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

type Use = Readonly<{ id: string; instrumentId: string; amount: bigint }>

/** What each order in this wallet holds, the largest first. */
async function holdsOf(reader: Reader, accountId: string, { type }: Wallet): Promise<readonly Use[]> {
  const { rows } = await reader.query<Use>(
    `select id::text, instrument_id as "instrumentId", held_cash as amount from orders
     where account_id = $1 and wallet = $2 and held_cash > 0 order by held_cash desc, id limit $3`,
    [accountId, type, MAX_USES],
  )
  return rows
}

async function marginsOf(reader: Reader, accountId: string, { type }: Wallet): Promise<readonly Use[]> {
  const { rows } = await reader.query<Use>(
    `select id::text, instrument_id as "instrumentId", margin as amount from margin_positions
     where account_id = $1 and wallet = $2 and closed_at is null and margin > 0 order by margin desc, id limit $3`,
    [accountId, type, MAX_USES],
  )
  return rows
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

/** One line for each use, and one for what is held otherwise: withdrawals, subscriptions and the like. */
function withRest(uses: readonly Use[], whole: bigint, { currency }: Wallet): readonly Part[] {
  const rest = whole - uses.reduce((sum, { amount }) => sum + amount, 0n)
  const lines = uses.map(({ instrumentId, amount }) =>
    plus(amountOf(currency, amount, { name: 'use', about: { kind: 'instrument', id: instrumentId } })),
  )
  return uses.length === 0 || rest === 0n ? lines : [...lines, plus(amountOf(currency, rest, { name: 'otherUses' }))]
}
