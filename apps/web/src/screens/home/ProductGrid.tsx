import { IconDoor } from '@rueda/ui/actions/IconDoor.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { Coins, Factory, type LucideIcon, Wheat } from 'lucide-react'
import { entryOf, type RoutePath } from '../../routes.ts'
import { type Query, hrefTo } from '../../shared/pages/go.ts'
import { productsFor } from '../../shared/products/products.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'

/** The markets that customers look for by themselves, beside the shares that home shows anyway. */
const markets = [
  { market: 'TW', path: 'pages/product/taiwan', query: {}, icon: Factory },
  { market: 'FUT', path: 'pages/product/future', query: {}, icon: Wheat },
  { market: 'FX', path: 'pages/market/index', query: { market: 'FX' }, icon: Coins },
] as const satisfies readonly Readonly<{ market: MarketName; path: RoutePath; query: Query; icon: LucideIcon }>[]

/** One press from home to everything there is to trade or to take part in. */
export function ProductGrid() {
  const t = useText('home')
  const words = useText('market')
  const titles = useText('titles')
  const products = productsFor(useSignedIn())
  return (
    <Card title={t('products')}>
      <nav aria-label={t('products')} className="grid grid-cols-4 gap-x-1 gap-y-2">
        {markets.map(({ market, path, query, icon }) => (
          <IconDoor key={market} href={hrefTo(path, query)} icon={icon} label={words(`market.${market}`)} />
        ))}
        {products.map(({ path, icon }) => (
          <IconDoor key={path} href={hrefTo(path)} icon={icon} label={titles(entryOf(path).title)} />
        ))}
      </nav>
    </Card>
  )
}
