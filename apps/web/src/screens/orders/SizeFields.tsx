import { HeroAmount } from '@rueda/ui/fields/AmountInput.tsx'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatNumber, formatQuantity } from '@rueda/ui/formats/format.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useFirstDigit } from '@rueda/ui/fields/use-first-digit.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { marketFacts, isOnMargin } from '@rueda/rules/markets/markets.ts'
import { ArrowDownUp } from 'lucide-react'
import type { Ref } from 'react'
import { type Translate, useText } from '../../shared/text/text.ts'
import { faultText } from './fault-text.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { decimalsOfTick } from './prices.ts'
import { sizeText } from '../../shared/orders/size-text.ts'
import {
  type Share,
  amountOfQuantity,
  amountOfShare,
  shareOfAmount,
  shareOfSize,
  shares,
  sizeOfShare,
  wholeSteps,
} from '../../shared/orders/sizing.ts'
import { asksForStopFirst, isNothing } from './ticket.ts'
import type { Ticket } from './use-ticket.ts'
import { WhyNoLarger } from './WhyNoLarger.tsx'

/** The big number as it is typed, by our keypad and by a keyboard alike. */
export type TypedSize = ReturnType<typeof useTypedSize>

export function useTypedSize({ draft, change, rules }: Pick<Ticket, 'draft' | 'change' | 'rules'>) {
  const byAmount = draft.unit === 'amount'
  const value = byAmount ? draft.amount : draft.quantity
  const { replaces, type } = useFirstDigit(value, (typed) => change(byAmount ? { amount: typed } : { quantity: typed }))
  return { value, replaces, onChange: type, decimals: byAmount ? AMOUNT_DECIMALS : decimalsOfTick(rules.step) }
}

const AMOUNT_DECIMALS = 2

/** The size: one big number that is a quantity or an amount, and the shares of what is possible. */
export function SizeFields({ ticket, size, field }: Readonly<{ ticket: Ticket; size: TypedSize; field: Ref<HTMLInputElement> }>) {
  const t = useText('orders')
  const { language } = useUi()
  const { draft, fault } = ticket
  const byAmount = draft.unit === 'amount'
  const wrong = fault !== null && fault.startsWith('quantity.') && (!byAmount || draft.amount !== '')
  return (
    <div className="flex flex-col gap-2">
      <HeroAmount
        ref={field}
        label={t(byAmount ? 'unit.amount' : 'unit.quantity')}
        {...size}
        keypadFrom={ticket.draft.exits || asksForStopFirst(ticket.draft) ? null : KEYPAD_HEIGHT}
        error={wrong ? faultText(t, language, fault, ticket) : null}
        helper={helperText(t, language, ticket)}
      />
      {byAmount ? <AmountChips ticket={ticket} /> : <SizeChips ticket={ticket} />}
      <WhyNoLarger ticket={ticket} />
    </div>
  )
}

/** The height at which the keypad stays at the bottom (`OrderTicket`). */
const KEYPAD_HEIGHT = 660

/** The same size in the other unit: shares under an amount, money under a quantity. */
function helperText(t: Translate<'orders'>, language: Language, ticket: Ticket): string {
  const { draft, quantity, price, quote, preview } = ticket
  const market = marketOf(ticket.detail.market)
  if (isOnMargin(market)) {
    const unit = t(marketFacts[market].lists === 'pairs' ? 'margin.lots' : 'margin.contracts')
    return preview === null ? unit : `${unit} · ${t('about', { value: formatMoney(language, preview.estAmount, preview.currency) })}`
  }
  const byAmount = draft.unit === 'amount'
  if (isNothing(quantity)) return byAmount ? quote.currency : t('sharesWord')
  if (byAmount) return t('about', { value: sizeText(t, language, market, quantity) })
  // Once it is there, the same amount as in the receipt below.
  const amount = preview !== null && preview.quantity === quantity ? preview.estAmount : amountOfQuantity(quantity, price)
  if (amount === null) return t('sharesWord')
  return `${t('sharesWord')} · ${t('about', { value: formatMoney(language, amount, quote.currency) })}`
}

/** Switches the big number between shares and money. */
export function UnitSwitch({ ticket: { draft, change, quantity, price } }: { ticket: Ticket }) {
  const t = useText('orders')
  const other = draft.unit === 'amount' ? 'quantity' : 'amount'
  // The same size in the other unit: nothing that was typed is lost by looking at it the other way.
  const turn = () => {
    if (isNothing(quantity)) return change({ unit: other })
    change(other === 'quantity' ? { unit: other, quantity } : { unit: other, amount: amountOfQuantity(quantity, price) ?? '' })
  }
  return (
    <button
      type="button"
      aria-label={`${t('unit.label')}: ${t(`unit.${other}`)}`}
      onClick={turn}
      className="hit flex flex-none min-h-9 items-center gap-1 rounded-pill bg-s2 px-3 text-micro text-text2 active:bg-s3"
    >
      <ArrowDownUp aria-hidden size={14} />
      {t(`unit.${other}`)}
    </button>
  )
}

const WHOLE = 100

type Sizing = Pick<Ticket, 'most' | 'quantity' | 'change'> & Readonly<{ rules: Pick<Ticket['rules'], 'wholeStep' | 'step'> }>

/** Parts of the largest order there can be; no more than one of them is the quantity. */
export function SizeChips({ ticket: { most, quantity, rules, change } }: { ticket: Sizing }) {
  const { language } = useUi()
  const full = wholeSteps(most ?? '0', rules.step)
  return (
    <ShareChips
      chosen={most === null ? null : shareOfSize(quantity, full, rules.wholeStep)}
      whole={most === null ? '' : formatQuantity(language, full)}
      sizeOf={(percent) => sizeOfShare(full, percent, rules.wholeStep)}
      onChoose={(size) => change({ unit: 'quantity', quantity: size })}
    />
  )
}

type Spending = Pick<Ticket, 'most' | 'money' | 'namesAmount' | 'draft' | 'price' | 'quote' | 'change'> & Pick<Sizing, 'rules'>

/** Where money is typed they are parts of it: of what there is to buy with, or of what the stock is worth. */
export function AmountChips({ ticket: { most, money, namesAmount, draft, price, quote, rules, change } }: { ticket: Spending }) {
  const { language } = useUi()
  const spending = { money, full: most ?? '0', price, step: namesAmount ? null : rules.wholeStep }
  const whole = amountOfShare(spending, WHOLE)
  return (
    <ShareChips
      chosen={most === null ? null : shareOfAmount(finish(draft.amount), spending)}
      whole={most === null ? '' : formatMoney(language, whole, quote.currency)}
      sizeOf={(percent) => (most === null ? '0' : amountOfShare(spending, percent))}
      onChoose={(amount) => change({ amount })}
    />
  )
}

type ShareChipsProps = Readonly<{
  chosen: Share | null
  /** All of it in words. */
  whole: string
  sizeOf: (percent: Share) => string
  onChoose: (size: string) => void
}>

function ShareChips({ chosen, whole, sizeOf, onChoose }: ShareChipsProps) {
  const t = useText('orders')
  const { language } = useUi()
  return (
    <ChipRow label={t('size.label')} centred>
      {shares.map((percent) => {
        const size = sizeOf(percent)
        return (
          <Chip key={percent} selected={chosen === percent} disabled={isNothing(size)} onPress={() => onChoose(size)}>
            {percent === WHOLE ? t('size.max', { quantity: whole }).trim() : formatNumber(language, `${percent}e-2`, { style: 'percent' })}
          </Chip>
        )
      })}
    </ChipRow>
  )
}
