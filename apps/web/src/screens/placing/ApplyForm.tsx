import { type PlacingItem, placings } from '@rueda/contract/placing.ts'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { CheckField } from '@rueda/ui/fields/CheckField.tsx'
import { Chip } from '@rueda/ui/choices/Chip.tsx'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { QuantityInput } from '@rueda/ui/fields/AmountInput.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTermsFirst } from '../../shared/agreements/use-terms-first.ts'
import { useKeptInVisit } from '../../shared/device/kept.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useHeld } from '../../shared/forms/use-held.ts'
import { useNotOffered } from '../../shared/offerings/use-not-offered.ts'
import { hrefTo, useReturn } from '../../shared/pages/go.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { query, useCall } from '../../shared/server/api.ts'
import { costText, mostText, quantityFault } from '../../shared/subscriptions/figures.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useSwitchedOff } from '../../shared/switches/use-switched-off.ts'
import { useText } from '../../shared/text/text.ts'
import { BringNote } from '../../shared/wallets/BringNote.tsx'
import { bringOf } from '../../shared/wallets/buying-power.ts'
import { ExchangeNote } from '../../shared/wallets/ExchangeNote.tsx'
import { powerRows, powerText } from '../../shared/wallets/power-text.tsx'
import { useBuyingPower } from '../../shared/wallets/use-buying-power.ts'
import { useShortage } from '../../shared/wallets/use-shortage.ts'

const WALLET = 'SUBSCRIPTION'

/** The form of an application: who may, how many, what is held now, and what cannot be done with the shares for a while. */
export function ApplyForm({ placing, onDone }: Readonly<{ placing: PlacingItem; onDone: (amount: string) => void }>) {
  const t = useText('placing')
  const own = useText('subscriptions')
  const common = useText('common')
  const off = useText('switches')
  const catalogue = useText('offerings')
  const { language, offline, text } = useUi()
  const signedIn = useSignedIn()
  const here = useReturn()
  const isOff = useSwitchedOff('placing') !== null
  const notOffered = useNotOffered('placing', placing.offeringId)
  const field = useRef<HTMLInputElement>(null)
  const { value: quantity, keep: setQuantity, forget } = useKeptInVisit(`placing.${placing.id}`, '')
  const [understands, setUnderstands] = useState(false)
  const may = useQuery(query(placings.eligibility, {}, { enabled: signedIn })).data
  const sending = useCall(placings.create, {
    onDone: ({ holdAmount }) => {
      forget()
      onDone(holdAmount)
    },
  })
  const { id, currency, lockDays } = placing
  const price = placing.price ?? '0'
  const lot = placing.lotSize ?? '1'
  const max = placing.maxCountPerUser ?? '0'
  const typed = finish(quantity)
  const cost = costText(price, typed)
  const power = useHeld(useBuyingPower(WALLET, cost), sending.pending)
  const available = power.total
  const shortage = useShortage(power, here)
  const terms = useTermsFirst()
  const fault = quantityFault(typed, { lot, max, price, available })
  const full = available === undefined ? '0' : mostText({ price, lot, max, available })
  const money = (value: string) => <Money value={value} currency={currency} own />
  const shares = (count: string): string => formatQuantity(language, count)
  const focus = () => field.current?.focus()
  const lacksEquity = may !== undefined && may.eligible === 0 && Number(may.equity) < Number(may.minEquity)
  const lacksQuestions = may !== undefined && may.eligible === 0 && may.suitability === 0
  const blockers = [
    { when: offline, label: text.offline },
    { when: !signedIn, label: common('act.login'), href: hrefTo('pages/auth/login', { return: here }) },
    { when: isOff, label: off('off.placing') },
    { when: notOffered !== null, label: catalogue(notOffered?.status ?? 'paused') },
    terms,
    { when: lacksEquity, label: t('fault.equity', { amount: formatMoney(language, may?.minEquity ?? '0', currency) }) },
    { when: lacksQuestions, label: t('fault.questions'), href: hrefTo('pages/setting/suitability', { return: here }) },
    { when: fault === 'missing', label: own('fault.missing'), onPress: focus },
    { when: fault === 'tooLittle', label: own('fault.tooLittle', { num: shares(lot) }), onPress: focus },
    { when: fault === 'step', label: own('fault.step', { num: shares(lot) }), onPress: focus },
    { when: fault === 'tooMuch', label: own('fault.tooMuch', { num: shares(max) }), onPress: focus },
    shortage.blocker,
    { when: !understands, label: t('fault.check') },
  ]
  return (
    <div className="flex flex-col gap-3">
      <SwitchedOff name="placing" />
      {may?.eligible === 1 ? null : (
        <WhoMay placing={placing} lacksEquity={lacksEquity} lacksQuestions={lacksQuestions} equity={may?.equity} />
      )}
      <QuantityInput
        ref={field}
        label={own('quantity')}
        value={quantity}
        onChange={setQuantity}
        helper={own('quantity.helper', { lot: shares(lot), most: shares(max) })}
        action={Number(full) === 0 ? undefined : <Chip onPress={() => setQuantity(full)}>{common('act.max')}</Chip>}
      />
      <p className="num text-meta text-text3">{powerText(common, language, power)}</p>
      <Facts
        rows={[
          { label: own('r.price'), value: formatMoney(language, price, currency) },
          { label: own('r.fee'), value: own('free') },
          { label: own('r.hold'), value: fault === 'missing' ? null : money(cost), strong: true },
          ...powerRows(common, power),
          placing.marketPrice === null || fault === 'missing'
            ? null
            : { label: t('r.valueNow'), value: money(costText(placing.marketPrice, typed)), divided: true },
        ]}
      />
      <InlineMessage tone="warn">
        <p>{t('risk.lock', { num: String(lockDays) })}</p>
        <p className="pt-1">{t('risk.part')}</p>
      </InlineMessage>
      <CheckField checked={understands} onChange={setUnderstands}>
        {t('check', { num: String(lockDays) })}
      </CheckField>
      {fault === 'short' ? <ExchangeNote offer={shortage.offer} /> : null}
      <BringNote power={power} />
      <FormError error={sending.error} />
      <BlockerButton blockers={blockers}>
        <ConfirmHold
          label={own('hold')}
          tapLabel={own('subscribe')}
          pending={sending.pending}
          onConfirm={() => void sending.run({ id, quantity: typed, price, walletType: WALLET, ...bringOf(power) })}
        />
      </BlockerButton>
    </div>
  )
}

type WhoMayProps = Readonly<{ placing: PlacingItem; lacksEquity: boolean; lacksQuestions: boolean; equity: string | undefined }>

/** Who may apply, and what this customer lacks of it. */
function WhoMay({ placing: { eligibility, currency }, lacksEquity, lacksQuestions, equity }: WhoMayProps) {
  const t = useText('placing')
  const { language } = useUi()
  const here = useReturn()
  const amount = formatMoney(language, eligibility.minEquity, currency)
  return (
    <InlineMessage
      tone={lacksEquity || lacksQuestions ? 'warn' : 'info'}
      title={t('who.title')}
      action={
        lacksQuestions && !lacksEquity ? (
          <TextLink href={hrefTo('pages/setting/suitability', { return: here })}>{t('fault.questions')}</TextLink>
        ) : undefined
      }
    >
      <p>{t('who.text', { amount })}</p>
      {lacksEquity && equity !== undefined ? (
        <p className="pt-1">
          {t('who.own')} <Money value={equity} currency={currency} own />
        </p>
      ) : null}
    </InlineMessage>
  )
}
