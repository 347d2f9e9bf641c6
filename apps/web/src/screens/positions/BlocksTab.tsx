import { blocks } from '@rueda/contract/blocks.ts'
import { BLOCK_LIST, BLOCK_SOURCE } from '@rueda/contract/codes.ts'
import { type OrderRow, orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Blocks, LockKeyhole } from 'lucide-react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { usePoll } from '../../shared/live/live.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { PositionRows } from '../../shared/positions/PositionRows.tsx'
import { pages, query, rowsOf } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { OrderRows } from './OrderRows.tsx'
import { useOrderSheets } from './use-order-sheets.tsx'

const MAX_HELD = 50

/** What was bought in blocks, what of it is locked and until when, and the blocks themselves. */
export function BlocksTab() {
  const t = useText('positions')
  const words = useText('blocks')
  const poll = usePoll('rows')
  const held = useQuery(query(positions.holding, { type: BLOCK_LIST, pageSize: MAX_HELD }, { refetchInterval: poll }))
  const read = useInfiniteQuery({ ...pages(orders.list, { source: BLOCK_SOURCE }), refetchInterval: poll })
  const rows = rowsOf(read.data) as OrderRow[]
  const sheets = useOrderSheets()
  const action = (
    <Button tone="secondary" href={hrefTo('pages/product/blocktrade')}>
      {words('mine.new')}
    </Button>
  )
  return (
    <>
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={() => rows.length === 0}
        empty={<EmptyState icon={Blocks} text={t('none.block')} action={action} />}
      >
        {() => (
          <>
            <Loaded query={held} reason={whyFailed} isEmpty={({ list }) => list.length === 0} empty={null}>
              {({ list }) => <PositionRows list={list} />}
            </Loaded>
            <Locks />
            <Card rows title={words('mine.orders')}>
              <OrderRows orders={rows} sheets={sheets} />
            </Card>
            <MoreRows read={read} />
            {action}
          </>
        )}
      </Loaded>
      {sheets.sheets}
    </>
  )
}

/** Shares that cannot be sold yet, those that are free first before the others. */
function Locks() {
  const t = useText('blocks')
  const { language } = useUi()
  const { data = [] } = useQuery(query(blocks.locks, {}))
  if (data.length === 0) return null
  return (
    <Card rows title={t('mine.locks')}>
      {data.map(({ id, stockCode, quantity, unlockDate }) => (
        <ListRow
          key={id}
          icon={LockKeyhole}
          label={stockCode}
          detail={t('mine.until', { date: formatDate(unlockDate) })}
          trailing={t('mine.shares', { num: formatQuantity(language, quantity) })}
        />
      ))}
    </Card>
  )
}
