import type { LoanCollateral } from '@rueda/contract/loans.ts'
import { AmountInput, QuantityInput } from '@rueda/ui/fields/AmountInput.tsx'
import { Chip } from '@rueda/ui/choices/Chip.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { formatMoney, formatNumber, formatPercent } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { FundId } from '@rueda/rules/funds/fund.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import type { Chosen, Pledged } from './figures.ts'

type CollateralListProps = Readonly<{
  items: readonly LoanCollateral[]
  chosen: Chosen
  /** The quantities of what is chosen: typed, or proposed. */
  pledged: Pledged
  onChange: (chosen: Chosen) => void
  cover: string
  currency: string
}>

/** Everything that could cover a loan, with what each gives; what is chosen has a quantity. */
export function CollateralList({ items, chosen, pledged, onChange, cover, currency }: CollateralListProps) {
  const t = useText('loans')
  const without = (ref: string): Chosen => new Map([...chosen].filter(([each]) => each !== ref))
  if (items.length === 0) return <p className="text-label font-normal text-text2">{t('collateral.empty')}</p>
  return (
    <div className="flex flex-col gap-3">
      {items.map((item) => (
        <CollateralRow
          key={item.ref}
          item={item}
          quantity={pledged.get(item.ref) ?? null}
          onChoose={() => onChange(new Map([...chosen, [item.ref, null]]))}
          onChange={(quantity) => onChange(new Map(chosen).set(item.ref, quantity))}
          onRemove={() => onChange(without(item.ref))}
        />
      ))}
      <Facts rows={[{ label: t('collateral.covers'), value: <Money value={cover} currency={currency} />, strong: true, divided: true }]} />
      <p className="text-meta text-text3">{t('collateral.proposed')}</p>
      <p className="text-meta text-text3">{t('collateral.locked')}</p>
    </div>
  )
}

type RowProps = Readonly<{
  item: LoanCollateral
  quantity: string | null
  onChoose: () => void
  onChange: (quantity: string) => void
  onRemove: () => void
}>

function CollateralRow({ item, quantity, onChoose, onChange, onRemove }: RowProps) {
  const t = useText('loans')
  const { language } = useUi()
  const name = useCollateralName()(item)
  const { type, limit, ltv } = item
  const gives = t('collateral.gives', { amount: formatMoney(language, limit, 'USD'), share: formatPercent(language, ltv, 'plain') })
  const free = t('collateral.free', { quantity: quantityIn(t, language, type, item.quantity) })
  const field = {
    label: name,
    value: quantity ?? '',
    onChange,
    helper: free,
    action: <Chip onPress={onRemove}>{t('collateral.remove')}</Chip>,
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-row">{name}</p>
          <p className="num text-meta text-text3">{gives}</p>
        </div>
        {quantity === null ? (
          <Chip label={t('collateral.add', { name })} onPress={onChoose}>
            {t('collateral.choose')}
          </Chip>
        ) : null}
      </div>
      {quantity === null ? null : type === 'cash' ? (
        <AmountInput {...field} />
      ) : (
        <QuantityInput {...field} decimals={type === 'fund' ? 4 : 0} />
      )}
    </div>
  )
}

/** "80 shares", "972.2493 units", "$1,000.00". */
export function quantityIn(t: Translate<'loans'>, language: Language, type: LoanCollateral['type'], quantity: string): string {
  if (type === 'cash') return formatMoney(language, quantity, 'USD')
  const num = formatNumber(language, quantity)
  return type === 'stock' ? t('shares', { count: Number(quantity), num }) : t('units', { count: Number(quantity), num })
}

/** The name of something pledged, in the reader's language. */
export function useCollateralName(): (item: Pick<LoanCollateral, 'type' | 'ref' | 'name'>) => string {
  const common = useText('common')
  const funds = useText('funds')
  return ({ type, ref, name }) =>
    type === 'cash' ? walletName(common, ref as WalletType) : type === 'fund' ? funds(`name.${name as FundId}`) : name
}
