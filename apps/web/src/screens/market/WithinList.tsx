import { useText } from '../../shared/text/text.ts'

/** Said while the first of a ranking are sorted by another column: they are not the first of the market by that. */
export function WithinList({ count }: Readonly<{ count: number }>) {
  const t = useText('market')
  return (
    <p role="status" className="num pb-1 text-meta text-text3">
      {t('ranked.within', { num: String(count) })}
    </p>
  )
}
