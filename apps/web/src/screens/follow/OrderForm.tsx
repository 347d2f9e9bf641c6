import type { FollowAgency } from '@rueda/contract/follow.ts'
import { suitability } from '@rueda/contract/suitability.ts'
import { terms } from '@rueda/rules/follow/agency.ts'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { CheckField } from '@rueda/ui/fields/CheckField.tsx'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatPercent } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTermsFirst } from '../../shared/agreements/use-terms-first.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { usePause } from '../../shared/security/cooling-off.ts'
import { query } from '../../shared/server/api.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useSwitchedOff } from '../../shared/switches/use-switched-off.ts'
import { useText } from '../../shared/text/text.ts'
import type { BuyingPower } from '../../shared/wallets/buying-power.ts'
import { ExchangeNote } from '../../shared/wallets/ExchangeNote.tsx'
import { useBuyingPower } from '../../shared/wallets/use-buying-power.ts'
import { useTransferFirst } from '../../shared/wallets/use-transfer-first.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { Example } from './Example.tsx'
import { CURRENCY, WALLET } from './figures.ts'
import { OrderDates } from './OrderDates.tsx'
import { type Draft, amountFault, centsOf } from './order-draft.ts'
import { takesOrders } from './use-follow.ts'

const CHIPS = ['100', '500', '1000', '5000'] as const
const LIMITS = [null, 10, 20, 30] as const

type OrderFormProps = Readonly<{ agency: FollowAgency; draft: Draft; onDraft: (draft: Draft) => void; onReview: () => void }>

/** The amount, the term and a loss limit, with a whole example of gain and loss; the button names what is in the way. */
export function OrderForm({ agency, draft, onDraft, onReview }: OrderFormProps) {
  const t = useText('follow')
  const common = useText('common')
  const { language } = useUi()
  const field = useRef<HTMLInputElement>(null)
  const { amount, termDays, lossLimit, agrees } = draft
  const power = useBuyingPower(WALLET, finish(amount))
  const { available } = power
  const cents = centsOf(amount)
  const percent = (points: number) => formatPercent(language, String(points), 'plain')
  return (
    <div className="flex flex-col gap-4">
      <SwitchedOff name="follow" />
      <div className="flex flex-col gap-2">
        <AmountInput
          ref={field}
          label={`${common('f.amount')} (${CURRENCY})`}
          decimals={0}
          value={amount}
          onChange={(typed) => onDraft({ ...draft, amount: typed })}
          helper={`${walletName(common, WALLET)} · ${t('available', { amount: available === undefined ? '—' : formatMoney(language, available, CURRENCY) })}`}
        />
        <ChipRow label={common('f.amount')}>
          {CHIPS.map((chip) => (
            <Chip key={chip} selected={finish(amount) === chip} onPress={() => onDraft({ ...draft, amount: chip })}>
              {formatMoney(language, chip, CURRENCY)}
            </Chip>
          ))}
        </ChipRow>
      </div>
      <Choice label={t('term')}>
        {terms.map((days) => (
          <Chip key={days} selected={termDays === days} onPress={() => onDraft({ ...draft, termDays: days })}>
            {t('days', { days: String(days) })}
          </Chip>
        ))}
      </Choice>
      <Choice label={t('limit')} help={t('limit.help')}>
        {LIMITS.map((limit) => (
          <Chip key={String(limit)} selected={lossLimit === limit} onPress={() => onDraft({ ...draft, lossLimit: limit })}>
            {limit === null ? t('limit.none') : percent(limit)}
          </Chip>
        ))}
      </Choice>
      {cents > 0n ? <Example agency={agency} cents={cents} /> : null}
      <OrderDates agency={agency} termDays={termDays} />
      <InlineMessage tone="warn">{t('past')}</InlineMessage>
      <CheckField checked={agrees} onChange={(now) => onDraft({ ...draft, agrees: now })}>
        {t('agree')}
      </CheckField>
      <ReviewButton agency={agency} draft={draft} power={power} onFocus={() => field.current?.focus()} onReview={onReview} />
    </div>
  )
}

function Choice({ label, help, children }: Readonly<{ label: string; help?: string; children: React.ReactNode }>) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-label">{label}</p>
      <ChipRow label={label}>{children}</ChipRow>
      {help === undefined ? null : <p className="text-meta text-text3">{help}</p>}
    </div>
  )
}

type ReviewButtonProps = Pick<OrderFormProps, 'agency' | 'draft' | 'onReview'> & Readonly<{ power: BuyingPower; onFocus: () => void }>

function ReviewButton({ agency, draft: { amount, agrees }, power, onFocus, onReview }: ReviewButtonProps) {
  const t = useText('follow')
  const common = useText('common')
  const off = useText('switches')
  const { language, offline, text } = useUi()
  const isOff = useSwitchedOff('follow') !== null
  const standing = useQuery(query(suitability.state, {})).data
  const pause = usePause()
  const fault = amountFault(amount, agency)
  const money = (value: string) => formatMoney(language, value, CURRENCY)
  const place = hrefTo('pages/payment/follow', { id: agency.id, amount: finish(amount) }).slice('#'.length)
  const terms = useTermsFirst(place)
  const shortage = useTransferFirst(power, place)
  return (
    <>
      {fault === null ? <ExchangeNote offer={shortage.offer} /> : null}
      <BlockerButton
        label={common('act.continue')}
        blockers={[
          { when: offline, label: text.offline },
          { when: isOff, label: off('off.follow') },
          { when: !takesOrders(agency), label: agency.status === 'open' ? t('full') : t('agency.paused') },
          terms,
          {
            when: standing !== undefined && standing.validUntilTimestamp === null,
            label: t('questions'),
            href: hrefTo('pages/setting/suitability', { return: place }),
          },
          pause,
          { when: fault === 'missing', label: common('f.amount.missing'), onPress: onFocus },
          {
            when: fault === 'range',
            label: t('amount.range', { min: money(agency.minAmount), max: money(agency.maxAmount) }),
            onPress: onFocus,
          },
          { when: fault === 'step', label: t('amount.step'), onPress: onFocus },
          { when: fault === 'room', label: t('amount.room', { num: money(agency.remain) }), onPress: onFocus },
          shortage.blocker,
          { when: !agrees, label: t('agree.missing') },
        ]}
        onPress={onReview}
      />
    </>
  )
}
