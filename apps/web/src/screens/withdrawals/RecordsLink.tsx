import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { History } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'

/** The link from a form to past withdrawals. */
export function RecordsLink() {
  const titles = useText('titles')
  return <IconButton label={titles('withdrawRecords')} icon={History} href={hrefTo('pages/withdraw/record')} />
}
