import type { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { referralTerms } from '@rueda/rules/accounts/referral.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { App } from '../../app.ts'

type Row = Readonly<{ invite_code: string; invited: bigint; paid: bigint }>

/** A customer's own code, the number of customers it brought, and its earnings: the last out of the ledger. */
export async function inviteOf(
  { pool, settings }: Pick<App, 'pool' | 'settings'>,
  accountId: string,
): Promise<DataOf<typeof accounts.invite>> {
  const { rows } = await pool.query<Row>(INVITE, [accountId])
  const [row] = rows
  if (row === undefined) throw new Error(`account ${accountId} has no invite code`)
  const link = `${settings.PUBLIC_URL ?? ''}/#/pages/auth/register?invite=${row.invite_code}`
  const { percent, days, cap } = referralTerms
  return {
    inviteCode: row.invite_code,
    link,
    qr: link,
    invited: Number(row.invited),
    rebateTotal: formatMinor(row.paid, 'USD'),
    rules: { levels: 1, percent: String(percent), days, cap: formatMinor(cap, 'USD'), currency: 'USD' },
  }
}

const INVITE = `
  select a.invite_code, (select count(*) from accounts i where i.invited_by = a.account_id) as invited,
         coalesce((select sum(p.amount) from postings p
                   where p.account_id = a.account_id and p.journal = 'J95' and p.account = 'U:US_WALLET:CASH'), 0)::bigint as paid
  from accounts a where a.account_id = $1`
