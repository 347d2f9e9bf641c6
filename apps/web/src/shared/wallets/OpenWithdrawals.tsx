import type { OpenWithdrawal } from '@rueda/contract/wallets.ts'
import { Money } from '@rueda/ui/money/Money.tsx'
import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'

/** The part of a sum requested and not paid out yet, by state; each line links to the withdrawals. */
export function OpenWithdrawals({ openWithdrawals, currency }: Readonly<{ openWithdrawals: readonly OpenWithdrawal[]; currency: string }>) {
  const t = useText('common')
  if (openWithdrawals.length === 0) return null
  return (
    <ul className="text-meta text-text3">
      {openWithdrawals.map(({ state, amount }) => (
        <li key={state}>
          <a href={hrefTo('pages/withdraw/record')} className="hit inline-flex flex-wrap items-center gap-x-1.5">
            {t(`openWithdrawal.${state}`)} <Money value={amount} currency={currency} own />
          </a>
        </li>
      ))}
    </ul>
  )
}
