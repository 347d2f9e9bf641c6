import { useText } from '../../shared/text/text.ts'

/** The risk notice at the end of the page. */
export function RiskFooter() {
  const t = useText('home')
  return <footer className="px-1 pt-2 pb-1 text-center text-micro font-normal text-balance text-text3">{t('risk')}</footer>
}
