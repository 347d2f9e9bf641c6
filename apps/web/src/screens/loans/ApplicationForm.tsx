import { type LoanCollateral, type LoanProduct, loans } from '@rueda/contract/loans.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { CheckField } from '@rueda/ui/fields/CheckField.tsx'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTermsFirst } from '../../shared/agreements/use-terms-first.ts'
import { useKeptInVisit } from '../../shared/device/kept.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { query } from '../../shared/server/api.ts'
import { usePause } from '../../shared/security/cooling-off.ts'
import { NotOfferedNotice } from '../../shared/offerings/NotOfferedNotice.tsx'
import { useNotOffered } from '../../shared/offerings/use-not-offered.ts'
import { useSwitchedOff } from '../../shared/switches/use-switched-off.ts'
import { useText } from '../../shared/text/text.ts'
import { ApplicationSheet } from './ApplicationSheet.tsx'
import { CollateralList } from './CollateralList.tsx'
import { LoanCosts } from './LoanCosts.tsx'
import { type Chosen, coverOf, isLess, minorOf, moneyText, pledgedFor, rateText } from './figures.ts'

const MAX_PURPOSE = 140
type State = DataOf<typeof loans.state>

/** What is being asked for, as it is typed; what is pledged as pairs, because a map cannot be kept on the device. */
type Draft = Readonly<{
  amount: string
  term: LoanProduct['id'] | null
  chosen: readonly (readonly [string, string | null])[]
  purpose: string
}>
const emptyDraft: Draft = { amount: '', term: null, chosen: [], purpose: '' }

/** Asking for a loan: amount, term, what covers it, and everything it costs before the button. */
export function ApplicationForm({ state }: Readonly<{ state: State }>) {
  const rates = useQuery(query(loans.rates, {}))
  const collateral = useQuery(query(loans.collateral, {}))
  return (
    <Loaded query={rates} reason={whyFailed} isEmpty={(all) => all.length === 0} empty={null}>
      {(products) => (
        <Loaded query={collateral} reason={whyFailed}>
          {(items) => <Form state={state} products={products} items={items} />}
        </Loaded>
      )}
    </Loaded>
  )
}

type FormProps = Readonly<{ state: State; products: readonly LoanProduct[]; items: readonly LoanCollateral[] }>

function Form({ state, products, items }: FormProps) {
  const t = useText('loans')
  const common = useText('common')
  const switches = useText('switches')
  const { language, offline, text } = useUi()
  const isOff = useSwitchedOff('loans') !== null
  const { value: draft, keep, forget } = useKeptInVisit('loan', emptyDraft)
  const change = (changes: Partial<Draft>) => keep({ ...draft, ...changes })
  const { amount, term, purpose } = draft
  // Consent is given to what is on the screen, and never kept.
  const [agrees, agree] = useState(false)
  const chosen: Chosen = new Map(draft.chosen)
  const [reviewing, review] = useState(false)
  const pause = usePause()
  const terms = useTermsFirst()
  const isPaused = useNotOffered('loan', term ?? '') !== null
  const product = products.find(({ id }) => id === term) ?? null
  const { currency, creditLimit, retryTimestamp, isSuitable } = state
  const money = (value: string): string => formatMoney(language, value, currency)
  const typed = finish(amount)
  const pledged = pledgedFor(typed, items, chosen)
  const cover = items.reduce((sum, item) => sum + coverOf(item, pledged.get(item.ref) ?? '0'), 0n)
  const { minAmount = '0', maxAmount = '0' } = products[0] ?? {}
  const most = isLess(creditLimit, maxAmount) ? creditLimit : maxAmount
  const missing = minorOf(typed) - cover
  return (
    <>
      <Card title={t('apply')}>
        <div className="flex flex-col gap-3">
          <InlineMessage tone="info">{t('onlyApproved')}</InlineMessage>
          <AmountInput
            label={`${common('f.amount')} (${currency})`}
            value={amount}
            onChange={(typed) => change({ amount: typed })}
            helper={t(isLess(creditLimit, maxAmount) ? 'amount.limit' : 'amount.cap', { num: money(most) })}
          />
          <div className="flex flex-col gap-1.5">
            <p className="text-label">{t('f.term')}</p>
            <ChipRow label={t('f.term')}>
              {products.map(({ id, termDays, dailyRate }) => (
                <Chip key={id} selected={id === term} onPress={() => change({ term: id })}>
                  {t('term', { count: termDays, num: formatNumber(language, String(termDays)) })} · {rateText(language, dailyRate)}
                </Chip>
              ))}
            </ChipRow>
          </div>
          {term === null ? null : <NotOfferedNotice kind="loan" id={term} />}
          <TextField label={t('f.purpose')} value={purpose} onChange={(typed) => change({ purpose: typed })} most={MAX_PURPOSE} />
        </div>
      </Card>
      <Card title={t('collateral')}>
        <CollateralList
          {...{ items, chosen, pledged, currency }}
          cover={moneyText(cover)}
          onChange={(next) => change({ chosen: [...next] })}
        />
      </Card>
      {product === null || minorOf(typed) === 0n ? null : <LoanCosts product={product} amount={typed} items={items} pledged={pledged} />}
      <InlineMessage tone="warn">{t('risk')}</InlineMessage>
      <CheckField checked={agrees} onChange={agree}>
        {t('consent')}
      </CheckField>
      <BlockerButton
        label={t('review')}
        blockers={[
          { when: offline, label: text.offline },
          { when: isOff, label: switches('off.loans') },
          terms,
          {
            when: isSuitable === 0,
            label: t('questionsFirst'),
            href: hrefTo('pages/setting/suitability', { return: hrefTo('pages/loan/index').slice('#'.length) }),
          },
          pause,
          {
            when: retryTimestamp !== null,
            label: t('retry', { date: retryTimestamp === null ? '' : formatDeadline(retryTimestamp) }),
          },
          { when: minorOf(typed) === 0n, label: common('f.amount.missing') },
          { when: isLess(typed, minAmount), label: t('amount.tooLittle', { num: money(minAmount) }) },
          { when: isLess(most, typed), label: t('amount.tooMuch', { num: money(most) }) },
          { when: product === null, label: t('term.missing') },
          { when: isPaused, label: t('term.notOffered') },
          { when: missing > 0n, label: t('collateral.short', { num: money(moneyText(missing)) }) },
          { when: !agrees, label: t('consent.missing') },
        ]}
        onPress={() => review(true)}
      />
      <ApplicationSheet
        open={reviewing}
        onClose={() => review(false)}
        onApplied={forget}
        asked={product === null ? null : { product, amount: typed, purpose: purpose.trim(), items, pledged }}
      />
    </>
  )
}
