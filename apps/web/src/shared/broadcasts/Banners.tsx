import { broadcasts } from '@rueda/contract/broadcasts.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'
import { useText } from '../text/text.ts'

const EVERY_MS = 30_000

/** The brokerage's current announcements: the general ones, and those of the market on screen. Empty if there are none. */
export function Banners({ market }: Readonly<{ market?: MarketName }>) {
  const t = useText('common')
  const { data } = useQuery({ ...query(broadcasts.banners, {}), refetchInterval: EVERY_MS })
  const shown = (data ?? []).filter((banner) => banner.market === null || banner.market === market)
  return shown.map(({ id, title, body, sinceTimestamp }) => (
    <InlineMessage key={id} tone="warn" title={title}>
      <p>{body}</p>
      <p className="num text-text2">{t('banner.since', { at: formatDateTime(sinceTimestamp) })}</p>
    </InlineMessage>
  ))
}
