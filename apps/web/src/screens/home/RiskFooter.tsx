import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'

/** The risk notice at the end of the page, and the way to what can be checked. */
export function RiskFooter() {
  const t = useText('home')
  const titles = useText('titles')
  return (
    <footer className="px-1 pt-2 pb-1 text-center text-micro font-normal text-balance text-text3">
      <p>{t('risk')}</p>
      <p className="flex min-h-11 items-center justify-center">
        <TextLink href={hrefTo('pages/trust/index')}>{titles('trust')}</TextLink>
      </p>
    </footer>
  )
}
