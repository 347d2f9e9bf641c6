import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { UserCog } from 'lucide-react'
import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'

/** The link to freezing, exporting and closing the account. */
export function AccountRow() {
  const t = useText('security')
  return <ListRow icon={UserCog} label={t('account.title')} detail={t('account.row')} href={hrefTo('pages/setting/account')} />
}
