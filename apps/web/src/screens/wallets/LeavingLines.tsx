import type { Leaving } from '@rueda/contract/wallets.ts'
import { Money } from '@rueda/ui/Money.tsx'
import { hrefTo } from '../../app/go.ts'
import { useText } from '../../app/text.ts'

/** What of a sum has been asked for and not paid out yet, with how far it is; each line leads to the withdrawals. */
export function LeavingLines({ leaving, currency }: Readonly<{ leaving: readonly Leaving[]; currency: string }>) {
  const t = useText('common')
  if (leaving.length === 0) return null
  return (
    <ul className="text-meta text-text3">
      {leaving.map(({ state, amount }) => (
        <li key={state}>
          <a href={hrefTo('pages/withdraw/record')} className="hit inline-flex flex-wrap items-center gap-x-1.5">
            {t(`leaving.${state}`)} <Money value={amount} currency={currency} own />
          </a>
        </li>
      ))}
    </ul>
  )
}
