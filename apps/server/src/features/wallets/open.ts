import { walletCurrencies, walletTypes } from '@rueda/rules/wallets/wallet.ts'
import { grantPracticeMoney } from '@rueda/rules/wallets/grant.ts'
import { ok } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import { houseDate } from '../../venue/value-date.ts'

/** Inserts the state of a new account, with its nine wallets at zero, in the transaction that makes the account. */
export async function insertAccountState(client: PoolClient, accountId: string): Promise<void> {
  await client.query('insert into account_states (account_id) values ($1)', [accountId])
  await client.query(
    'insert into wallets (account_id, type, currency) select $1, type, currency from unnest($2::text[], $3::text[]) as w (type, currency)',
    [accountId, walletTypes, walletTypes.map((type) => walletCurrencies[type])],
  )
}

type Granting = Pick<App, 'settings' | 'writePath' | 'venue' | 'pool'>

/** Simulated money only: the labelled practice grant, once per account however often this is called. */
export async function grantPractice({ settings, writePath, venue, pool }: Granting, accountId: string, _now: Instant): Promise<void> {
  const { rowCount } = await pool.query("select from entries where account_id = $1 and cause_kind = 'grant'", [accountId])
  if (settings.SIM_GRANT_USD.minor === 0n || (rowCount ?? 0) > 0) return
  const tradeDate = houseDate(venue)
  await writePath.run({
    accountId,
    reads: { wallets: ['US_WALLET', 'STOCK'] },
    idempotency: null,
    // A chain that has begun has had its grant: it is always the first entry.
    decide: (state) =>
      ok({
        outcome: state.sequence > 0 ? { entries: [] } : grantPracticeMoney(accountId, settings.SIM_GRANT_USD.minor, tradeDate),
        data: true,
      }),
  })
}
