import { Card } from '@rueda/ui/layout/Card.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { PanelTop } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { products } from '../../shared/products/products.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { Highlighted } from './Highlighted.tsx'
import { type Place, isBehindLogin } from './places.ts'
import { remember } from './search-history.ts'
import type { NamedPlace } from './find-places.ts'

/** Pages of the app that were found, under the instruments. */
export function PlaceRows({ found, typed }: Readonly<{ found: readonly NamedPlace[]; typed: string }>) {
  const t = useText('search')
  const signedIn = useSignedIn()
  if (found.length === 0) return null
  return (
    <Card rows title={t('places')}>
      {found.map(({ place, title }) => (
        <div key={place.synonyms} onClickCapture={() => remember(title)}>
          <ListRow
            icon={iconOf(place)}
            label={<Highlighted text={title} typed={typed} />}
            detail={!signedIn && isBehindLogin(place) ? t('places.login') : undefined}
            href={hrefTo(place.path, place.query)}
          />
        </div>
      ))}
    </Card>
  )
}

const iconOf = ({ path }: Place) => products.find((product) => product.path === path)?.icon ?? PanelTop
