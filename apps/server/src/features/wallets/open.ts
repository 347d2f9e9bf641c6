import { walletCurrencies, walletTypes } from '@rueda/rules/wallets/wallet.ts'
import { grantPracticeMoney } from '@rueda/rules/wallets/grant.ts'
import { ok } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'

/** Inserts the state of a new account, with its nine wallets at zero, in the transaction that makes the account. */
export async function insertAccountState(client: PoolClient, accountId: string): Promise<void> {
  await client.query('insert into account_states (account_id) values ($1)', [accountId])
  await client.query(
    'insert into wallets (account_id, type, currency) select $1, type, currency from unnest($2::text[], $3::text[]) as w (type, currency)',
    [accountId, walletTypes, walletTypes.map((type) => walletCurrencies[type])],
  )
}

type Grant = Readonly<{ cents: bigint; tradeDate: CalendarDate }>

export const grantingPractice = commandKind({
  name: 'wallets.grantPractice',
  reads: () => ({ wallets: ['US_WALLET', 'STOCK'] }),
  // A chain that has begun has had its grant: it is always the first entry.
  decide: (_, { cents, tradeDate }: Grant, { accountId, sequence }) =>
    ok({ outcome: sequence > 0 ? { entries: [] } : grantPracticeMoney(accountId, cents, tradeDate), data: true }),
})

type Granting = Pick<App, 'settings' | 'commands' | 'venue' | 'pool'>

/** Simulated money only: the labelled practice grant, once per account however often this is called. */
export async function grantPractice({ settings, commands, venue, pool }: Granting, accountId: string): Promise<void> {
  const { rowCount } = await pool.query("select from entries where account_id = $1 and cause_kind = 'grant'", [accountId])
  const cents = settings.SIM_GRANT_USD.minor
  if (cents === 0n || (rowCount ?? 0) > 0) return
  await commands.run(grantingPractice, { accountId, idempotency: null, arguments: { cents, tradeDate: houseDate(venue) } })
}
