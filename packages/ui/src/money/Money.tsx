import { PrivacyMask } from './PrivacyMask.tsx'
import { Tag } from '../pills/Pill.tsx'
import { classes } from '../look/classes.ts'
import { useUi } from '../provider/context.tsx'
import { formatMoney } from '../formats/format.ts'

type MoneyProps = Readonly<{
  value: string | null | undefined
  currency: string
  sign?: 'plain' | 'change' | undefined
  /** Available amounts are cut, never rounded up. */
  rounding?: 'half' | 'cut' | undefined
  /** The account's own money: masked in private mode. */
  own?: boolean | undefined
  /** "$" is read as pesos in Argentina: in tickets, reviews, wallets and records the code follows. */
  withCode?: boolean | undefined
  className?: string | undefined
}>

/** An amount in a currency. */
export function Money({ value, currency, sign = 'plain', rounding = 'half', own = false, withCode = false, className }: MoneyProps) {
  const { language } = useUi()
  const amount = (
    <span className={classes('num whitespace-nowrap', className)}>{formatMoney(language, value, currency, { sign, rounding })}</span>
  )
  return (
    <>
      {own ? <PrivacyMask>{amount}</PrivacyMask> : amount}
      {withCode && currency === 'USD' ? (
        <>
          {' '}
          <Tag>USD</Tag>
        </>
      ) : null}
    </>
  )
}
