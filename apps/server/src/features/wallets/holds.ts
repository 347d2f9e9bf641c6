import { fundList } from '@rueda/rules/funds/fund.ts'
import { openStatuses } from '@rueda/rules/orders/order.ts'
import type { HoldKind } from '@rueda/rules/wallets/derive-hold.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'

/** Everything that holds a wallet's money, as SQL: rows of account_id, wallet, kind (`holdKinds`), id and held. INV-10 adds them up. */
const listed = (values: readonly string[]): string => `(${values.map((value) => `'${value}'`).join(', ')})`
/** The wallet that a subscription to a fund is paid from. */
const WALLET_OF_FUND = `case fund_id ${fundList.map(({ id, wallet }) => `when '${id}' then '${wallet}'`).join(' ')} end`

type Source = Readonly<{ kind: HoldKind; id: string; wallet: string; held: string; from: string; open: string }>
const inWallet = (wallet: WalletType): string => `'${wallet}'`
const sources: readonly Source[] = [
  { kind: 'order', id: 'id', wallet: 'wallet', held: 'held_cash', from: 'orders', open: `status in ${listed(openStatuses)}` },
  { kind: 'transfer', id: 'id', wallet: 'from_wallet', held: 'amount', from: 'transfers', open: "status = 'pending'" },
  { kind: 'withdrawal', id: 'id', wallet: 'wallet', held: 'amount', from: 'withdrawals', open: "status in ('pending', 'sending')" },
  { kind: 'fund', id: 'id', wallet: WALLET_OF_FUND, held: 'amount', from: 'fund_orders', open: "status = 'confirming'" },
  { kind: 'mandate', id: 'id', wallet: inWallet('FOLLOW'), held: 'amount', from: 'mandates', open: "status = 'waiting'" },
  { kind: 'subscription', id: 'id', wallet: inWallet('SUBSCRIPTION'), held: 'amount', from: 'subscriptions', open: "status = 'waiting'" },
  { kind: 'repayment', id: 'id', wallet: 'wallet', held: 'amount', from: 'loan_repayments', open: "status = 'pending'" },
  { kind: 'pledge', id: 'loan_id', wallet: 'ref', held: 'quantity', from: 'loan_pledges', open: "kind = 'cash'" },
]

export const HOLDS = sources
  .map(
    ({ kind, id, wallet, held, from, open }) =>
      `select account_id, ${wallet} as wallet, '${kind}' as kind, ${id}::text as id, ${held} as held from ${from} where ${open}`,
  )
  .join(' union all ')
