import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { Bell } from 'lucide-react'
import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'
import { useUnread } from './use-unread.ts'

/** The link to the messages, with the number of unread ones. */
export function BellButton() {
  const t = useText('common')
  const { language } = useUi()
  const unread = useUnread()
  const label = unread === 0 ? t('bell') : t('bellUnread', { num: formatNumber(language, String(unread)) })
  return <IconButton icon={Bell} label={label} count={unread} href={hrefTo('pages/notice/index')} />
}
