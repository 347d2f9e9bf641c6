import type { DerivationLine } from '@rueda/contract/derivation.ts'
import { sourceOfMarket } from '@rueda/contract/codes.ts'
import type { HoldKind } from '@rueda/rules/wallets/derive-hold.ts'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { hrefTo } from '../pages/go.ts'
import { marketOf, quotePathOf } from '../quotes/instrument.ts'
import { useText } from '../text/text.ts'
import { feeName } from '../wallets/fee-name.ts'
import { kindText } from '../wallets/kinds.ts'
import { walletName } from '../wallets/wallet-name.ts'

type Named = Readonly<{ text: string | null; href: string | null }>
const NOTHING: Named = { text: null, href: null }

/** What a line of a derivation is about, in words, and the page where it is found. */
export function useSubject(about: DerivationLine['about']): Named {
  const common = useText('common')
  const statements = useText('statements')
  const wallets = useText('wallets')
  const figures = useText('figures')
  if (about === null) return NOTHING
  const { kind, id } = about
  switch (kind) {
    case 'instrument':
      return instrument(id)
    case 'position':
      return NOTHING
    case 'wallet':
      return { text: walletName(common, id), href: hrefTo('pages/profile/transaction', { wallet: id }) }
    case 'date':
      return { text: formatDate(id), href: null }
    case 'charge':
      return { text: feeName(statements, id), href: hrefTo('pages/fees/index') }
    case 'hold':
      return { text: figures(`holds.${id as HoldKind}`), href: null }
    case 'movement':
      return { text: kindText(wallets, id), href: null }
    case 'fund':
    case 'currency':
      return { text: id, href: null }
  }
}

function instrument(id: string): Named {
  const [name = '', code = ''] = id.split(':')
  const market = marketOf(name)
  const source = sourceOfMarket[market]
  return { text: code, href: hrefTo(quotePathOf({ source }), { code, market, source }) }
}
