import { futures } from '@rueda/contract/futures.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { usePoll } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { InstrumentRow } from '../../shared/quotes/InstrumentRow.tsx'
import { useInstrumentMenu } from '../../shared/quotes/InstrumentMenu.tsx'

/** The front months of the futures that follow an index. Empty if there are none. */
export function RelatedFutures({ code }: Readonly<{ code: string }>) {
  const t = useText('quotes')
  const menu = useInstrumentMenu()
  const { data } = useQuery({ ...query(futures.list, {}), refetchInterval: usePoll('rows') })
  const related = data?.filter(({ underlying }) => underlying === code) ?? []
  if (related.length === 0) return null
  return (
    <>
      <Card rows title={t('index.futures')}>
        {related.map((future) => (
          <InstrumentRow key={future.code} quote={future} onMenu={menu.open} />
        ))}
      </Card>
      {menu.sheet}
    </>
  )
}
