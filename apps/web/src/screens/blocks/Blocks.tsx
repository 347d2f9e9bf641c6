import { type BlockStock, blocks } from '@rueda/contract/blocks.ts'
import { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { codeOfPermission } from '@rueda/contract/codes.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatCompact, formatPrice } from '@rueda/ui/formats/format.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Blocks as BlocksIcon } from 'lucide-react'
import { useState } from 'react'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { usePoll } from '../../shared/live/live.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useSignedIn } from '../../shared/security/session.ts'
import { pages, query, rowsOf } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { BlockSheet } from './BlockSheet.tsx'

/** Route `pages/product/blocktrade`: whether the customer may trade blocks, and the shares that the desk quotes. */
export function Blocks() {
  const t = useText('blocks')
  const titles = useText('titles')
  const signedIn = useSignedIn()
  return (
    <Screen title={titles('blocks')} actions={<RefreshButton />}>
      <PullToRefresh />
      {signedIn ? <Permission /> : null}
      <SwitchedOff name="blocks" />
      <InlineMessage tone="info">
        <p>{t('about')}</p>
        <p className="pt-1">{t('lockRule')}</p>
      </InlineMessage>
      <Offered />
    </Screen>
  )
}

/** What stands between the customer and a block; nothing once the permission is open. */
function Permission() {
  const read = useQuery(query(accounts.me, {}))
  return (
    <Loaded query={read} reason={whyFailed} skeleton={null} hidesBelow>
      {({ blockTradePermission }) => <PermissionNotice status={blockTradePermission} />}
    </Loaded>
  )
}

function PermissionNotice({ status }: Readonly<{ status: DataOf<typeof accounts.me>['blockTradePermission'] }>) {
  const t = useText('blocks')
  if (status === codeOfPermission.open) return null
  const link = (
    <TextLink href={hrefTo('pages/service/permission')}>
      {t(status === codeOfPermission.none ? 'permission.apply' : 'permission.see')}
    </TextLink>
  )
  return (
    <InlineMessage tone={status === codeOfPermission.rejected ? 'danger' : 'warn'} action={link}>
      {t(`permission.${status}`)}
    </InlineMessage>
  )
}

function Offered() {
  const t = useText('blocks')
  const poll = usePoll('rows')
  const read = useInfiniteQuery({ ...pages(blocks.stocks, {}), refetchInterval: poll })
  const rows = rowsOf(read.data) as BlockStock[]
  const [opened, open] = useState<BlockStock | null>(null)
  return (
    <>
      <Loaded query={read} reason={whyFailed} isEmpty={() => rows.length === 0} empty={<EmptyState icon={BlocksIcon} text={t('empty')} />}>
        {() => (
          <>
            <Card rows>
              {rows.map((stock) => (
                <StockRow key={stock.stockCode} stock={stock} onPress={() => open(stock)} />
              ))}
            </Card>
            <MoreRows read={read} />
          </>
        )}
      </Loaded>
      <BlockSheet stock={opened} onClose={() => open(null)} />
    </>
  )
}

function StockRow({ stock, onPress }: Readonly<{ stock: BlockStock; onPress: () => void }>) {
  const t = useText('blocks')
  const { language } = useUi()
  const { stockCode, name, localLogoUrl, price, decimals, zdf, averageVolume, maxQuantity } = stock
  const detail = (
    <span className="num flex flex-wrap gap-x-2">
      <span>{stockCode}</span>
      <span>{t('row.day', { volume: formatCompact(language, averageVolume) })}</span>
      <span>{t('row.max', { max: formatCompact(language, maxQuantity) })}</span>
    </span>
  )
  const trailing = (
    <span className="flex flex-col items-end">
      <span className="text-row text-text1">{formatPrice(language, price, decimals)}</span>
      <Change percent={zdf} />
    </span>
  )
  return (
    <ListRow leading={<Logo code={stockCode} src={localLogoUrl} />} label={name} detail={detail} trailing={trailing} onPress={onPress} />
  )
}
