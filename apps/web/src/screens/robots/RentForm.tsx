import { suitability } from '@rueda/contract/suitability.ts'
import type { RobotId } from '@rueda/rules/robots/catalogue.ts'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { type Blocker, BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTermsFirst } from '../../shared/agreements/use-terms-first.ts'
import { hrefTo, useReturn } from '../../shared/pages/go.ts'
import { useNotOffered } from '../../shared/offerings/use-not-offered.ts'
import { query } from '../../shared/server/api.ts'
import { useSwitchedOff } from '../../shared/switches/use-switched-off.ts'
import { useText } from '../../shared/text/text.ts'
import { ExchangeNote } from '../../shared/wallets/ExchangeNote.tsx'
import { powerText } from '../../shared/wallets/power-text.tsx'
import { useBuyingPower } from '../../shared/wallets/use-buying-power.ts'
import { useShortage } from '../../shared/wallets/use-shortage.ts'
import type { RobotTerms } from './RobotDetail.tsx'
import { StockChips } from './StockChips.tsx'
import { type Draft, PERCENT_DIGITS, draftFault, totalOf } from './rent-draft.ts'
import { ROBOT_WALLET } from './use-robots.ts'

type RentFormProps = Readonly<{
  robotId: RobotId
  terms: RobotTerms
  stocks: readonly string[]
  onStocks: (codes: readonly string[]) => void
  draft: Draft
  onDraft: (draft: Draft) => void
  onReview: () => void
}>

const yesNo = ['no', 'yes'] as const
type YesNo = (typeof yesNo)[number]
const chosen = (is: boolean): YesNo => (is ? 'yes' : 'no')

/** Shares, capital and limits; the button names what is in the way, and leads there. */
export function RentForm({ robotId, terms, stocks, onStocks, draft, onDraft, onReview }: RentFormProps) {
  const t = useText('robots')
  const common = useText('common')
  const { language } = useUi()
  const capital = useRef<HTMLInputElement>(null)
  const dailyLoss = useRef<HTMLInputElement>(null)
  const drawdown = useRef<HTMLInputElement>(null)
  const power = useBuyingPower(ROBOT_WALLET, totalOf(finish(draft.capital), terms.rent))
  const shortage = useShortage(power, useReturn())
  const isShort = draftFault(draft, terms, power.total) === 'short'
  const money = (value: string): string => formatMoney(language, value, terms.currency)
  const change = (part: Partial<Draft>) => onDraft({ ...draft, ...part })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-label text-text2">{t('stocks')}</p>
      <StockChips terms={terms} chosen={stocks} onChoose={onStocks} />
      <AmountInput
        ref={capital}
        label={`${t('capital')} (${terms.currency})`}
        value={draft.capital}
        onChange={(value) => change({ capital: value })}
        helper={powerText(common, language, power)}
      />
      <div className="grid grid-cols-2 gap-3">
        <AmountInput
          ref={dailyLoss}
          label={t('dailyLoss')}
          suffix="%"
          decimals={PERCENT_DIGITS}
          value={draft.dailyLoss}
          onChange={(value) => change({ dailyLoss: value })}
        />
        <AmountInput
          ref={drawdown}
          label={t('drawdown')}
          suffix="%"
          decimals={PERCENT_DIGITS}
          value={draft.drawdown}
          onChange={(value) => change({ drawdown: value })}
        />
      </div>
      <p className="text-label text-text2">{t('r.atLimit')}</p>
      <SegmentedControl<YesNo>
        label={t('r.atLimit')}
        value={chosen(draft.sellsAtLimit)}
        onChange={(value) => change({ sellsAtLimit: value === 'yes' })}
        options={[
          { value: 'no', label: t('atLimit.keep') },
          { value: 'yes', label: t('atLimit.sell') },
        ]}
      />
      <p className="text-label text-text2">{t('r.atEnd')}</p>
      <SegmentedControl<YesNo>
        label={t('r.atEnd')}
        value={chosen(draft.handsOver)}
        onChange={(value) => change({ handsOver: value === 'yes' })}
        options={[
          { value: 'no', label: t('atEnd.sell') },
          { value: 'yes', label: t('atEnd.keep') },
        ]}
      />
      {isShort ? <ExchangeNote offer={shortage.offer} /> : null}
      <BlockerButton
        label={common('act.continue')}
        blockers={useBlockers({
          robotId,
          terms,
          draft,
          shortage: shortage.blocker,
          money,
          fields: { capital, dailyLoss, drawdown },
        })}
        onPress={onReview}
      />
    </div>
  )
}

type Focused = Readonly<{ current: HTMLInputElement | null }>
type Blocking = Readonly<{
  robotId: RobotId
  terms: RobotTerms
  draft: Draft
  shortage: Blocker
  money: (value: string) => string
  fields: Readonly<Record<'capital' | 'dailyLoss' | 'drawdown', Focused>>
}>

/** In their order: connection, switch, terms, questions, what is typed, money. */
function useBlockers({ robotId, terms, draft, shortage, money, fields }: Blocking) {
  const t = useText('robots')
  const off = useText('switches')
  const { offline, text } = useUi()
  const here = useReturn()
  const isOff = useSwitchedOff('robots') !== null
  const offered = useText('offerings')
  const standingOffer = useNotOffered('robot', robotId)
  const termsFirst = useTermsFirst()
  const standing = useQuery(query(suitability.state, {})).data?.status
  const fault = draftFault(draft, terms, undefined)
  const to = (field: keyof Blocking['fields']) => () => fields[field].current?.focus()
  return [
    { when: offline, label: text.offline },
    { when: isOff, label: off('off.robots') },
    { when: standingOffer !== null, label: offered(standingOffer?.status ?? 'paused') },
    termsFirst,
    {
      when: standing !== undefined && standing !== 'passed',
      label: t('questions'),
      href: hrefTo('pages/setting/suitability', { return: here }),
    },
    { when: fault === 'capital', label: t('capital.missing'), onPress: to('capital') },
    { when: fault === 'tooLittle', label: t('capital.tooLittle', { num: money(terms.minCapital) }), onPress: to('capital') },
    { when: fault === 'tooMuch', label: t('capital.tooMuch', { num: money(terms.maxCapital) }), onPress: to('capital') },
    { when: fault === 'dailyLoss', label: t('limit.range'), onPress: to('dailyLoss') },
    { when: fault === 'drawdown', label: t('limit.range'), onPress: to('drawdown') },
    shortage,
  ]
}
