import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { Facts } from '@rueda/ui/Facts.tsx'
import { Money } from '@rueda/ui/Money.tsx'
import { Sheet } from '@rueda/ui/Sheet.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { formatNumber } from '@rueda/ui/format.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../app/api.ts'
import { hrefTo } from '../../app/go.ts'
import { useText } from '../../app/text.ts'

type PracticeLogoutProps = Readonly<{ open: boolean; onClose: () => void; onLeave: () => void }>

/** Logging out of a practice account loses it, since nobody can come in to it again: says what is lost, and offers to keep it. */
export function PracticeLogout({ open, onClose, onLeave }: PracticeLogoutProps) {
  const t = useText('profile')
  const { text } = useUi()
  return (
    <Sheet open={open} onClose={onClose} title={t('leavePractice.title')}>
      <p className="mb-3 text-row font-normal text-text2">{t('leavePractice.why')}</p>
      {open ? <Lost /> : null}
      <div className="flex flex-col gap-2 pt-4">
        <Button size="large" wide href={keepHref}>
          {t('leavePractice.keep')}
        </Button>
        <Button tone="danger" wide onPress={onLeave}>
          {t('leavePractice.leave')}
        </Button>
        <Button tone="secondary" wide onPress={onClose}>
          {text.cancel}
        </Button>
      </div>
    </Sheet>
  )
}

export const keepHref = hrefTo('pages/auth/register', { return: '/pages/profile/index' })

/** What goes with the account; a dash where it could not be read, never a zero. */
function Lost() {
  const t = useText('profile')
  const { language } = useUi()
  const money = useQuery(query(wallets.overview, {}))
  const held = useQuery(query(positions.holding, { pageSize: 1 }))
  const working = useQuery(query(orders.list, { working: 1, pageSize: 1 }))
  const count = (total: number | undefined) => (total === undefined ? null : formatNumber(language, String(total), { least: 0, most: 0 }))
  return (
    <Facts
      rows={[
        {
          label: t('leavePractice.money'),
          value: money.data === undefined ? null : <Money value={money.data.totalAssets} currency={money.data.currency} withCode />,
        },
        { label: t('leavePractice.positions'), value: count(held.data?.total) },
        { label: t('leavePractice.orders'), value: count(working.data?.total) },
      ]}
    />
  )
}
