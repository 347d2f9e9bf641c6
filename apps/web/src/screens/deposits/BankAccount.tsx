import type { DepositChannel } from '@rueda/contract/deposits.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { CopyButton } from '@rueda/ui/actions/CopyButton.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { useText } from '../../shared/text/text.ts'

/** A reference is read in one piece, but for the narrowest telephones. */
const KEPT_WHOLE = 14

/** The account to transfer to, each line to copy by itself; the reference identifies the customer. */
export function BankAccount({ channel: { bankInfo, currency } }: Readonly<{ channel: DepositChannel }>) {
  const t = useText('deposits')
  if (bankInfo === null) return null
  const { bankName, accountName, accountNo, alias, reference } = bankInfo
  const row = (label: string, value: string) => ({
    label,
    value: (
      // As high as a thumb, because the buttons are one below the other.
      <span className="flex min-h-11 items-center justify-end gap-2">
        <span className={classes('wrap-anywhere', value.length <= KEPT_WHOLE && 'min-[390px]:whitespace-nowrap')}>{value}</span>
        <CopyButton value={value} label={label} />
      </span>
    ),
  })
  return (
    <Card title={t('account.title')}>
      <Facts
        rows={[
          row(t('account.bank'), bankName),
          row(t('account.holder'), accountName),
          row(t(currency === 'ARS' ? 'account.cbu' : 'account.number'), accountNo),
          alias === null ? null : row(t('account.alias'), alias),
          { ...row(t('account.reference'), reference), strong: true, divided: true },
        ]}
      />
    </Card>
  )
}
