import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { feeDesk } from '@rueda/contract/admin/fees.ts'
import type { MarketCommissions } from '@rueda/contract/fees.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { MAX_STEPS } from '@rueda/rules/fees/propose.ts'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { DateField } from '@rueda/ui/fields/DateField.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { faultsOf } from './tier-faults.ts'
import { TierFields } from './TierFields.tsx'

type Desk = StaffDataOf<typeof feeDesk.list>
type Props = Readonly<{ desk: Desk; onDone: () => void }>

/** Leaves the second person a day, and a weekend where it falls on one. */
const SECOND_PERSON_DAYS = 1
const SATURDAY = 6

function suggestedDay(earliest: string): string {
  const day = addDays(earliest, SECOND_PERSON_DAYS)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, weekday === SATURDAY ? 2 : weekday === 0 ? 1 : 0)
}

/** The whole next version: it begins with the newest one, whose rows are changed here. */
export function ProposeForm({ desk: { versions, earliestDay, latestDay, bounds }, onDone }: Props) {
  const newest = versions[0]?.markets ?? []
  const [firstDay, setFirstDay] = useState(suggestedDay(earliestDay))
  const [markets, setMarkets] = useState(newest)
  const [why, setWhy] = useState(noReason)
  const [isTried, setTried] = useState(false)
  const { busy, act } = useAct()
  const change = (index: number, steps: MarketCommissions['steps']): void =>
    setMarkets(markets.map((each, at) => (at === index ? { ...each, steps } : each)))
  const isSame = JSON.stringify(markets) === JSON.stringify(newest)
  const isWrong = markets.some((each) => each.steps.some((_, at) => faultsOf(each, at, bounds).size > 0))
  const announce = async (): Promise<void> => {
    setTried(true)
    if (isWrong) return
    const asked = markets.map(({ market, steps }) => ({ market, steps: steps.map(stepAsked) }))
    const done = await act(
      () => call(feeDesk.propose, { firstDay, markets: asked, ...whyOf(why) }),
      ({ state }) => say(state === 'waiting' ? 'two.waiting' : 'two.done'),
    )
    if (done) onDone()
  }
  return (
    <>
      <InlineMessage tone="info">{say('fees.how')}</InlineMessage>
      <DateField
        label={say('fees.firstDay')}
        value={firstDay}
        onChange={setFirstDay}
        helper={say('fees.dayHelp', { low: formatDate(earliestDay), high: formatDate(latestDay) })}
      />
      {markets.map((each, index) => (
        <section key={each.market} aria-label={each.market} className="flex flex-col gap-3 border-t border-line pt-4">
          <h3 className="text-nav">{each.market}</h3>
          {each.steps.map((_, at) => (
            <TierFields
              // A step has no name but its place.
              key={String(at)}
              commissions={each}
              bounds={bounds}
              at={at}
              isTried={isTried}
              onChange={(changed) =>
                change(
                  index,
                  each.steps.map((old, place) => (place === at ? changed : old)),
                )
              }
              onRemove={
                at === 0
                  ? null
                  : () =>
                      change(
                        index,
                        each.steps.filter((_, place) => place !== at),
                      )
              }
            />
          ))}
          {each.steps.length >= MAX_STEPS ? null : (
            <div>
              <Button tone="secondary" onPress={() => change(index, [...each.steps, ...another(each)])}>
                {say('fees.addTier')}
              </Button>
            </div>
          )}
        </section>
      ))}
      <WhyFields value={why} onChange={setWhy} />
      {isTried && isWrong ? <InlineMessage tone="danger">{say('fees.marked')}</InlineMessage> : null}
      {isSame ? <p className="text-meta text-text3">{say('fees.same')}</p> : null}
      <div>
        <Button busy={busy} disabled={isSame || why.reason === null} onPress={() => void announce()}>
          {say('fees.announce')}
        </Button>
      </div>
    </>
  )
}

/** A step after the last, with its rates. */
const another = ({ steps }: MarketCommissions): MarketCommissions['steps'] => {
  const last = steps.at(-1)
  return last === undefined ? [] : [{ ...last, from: '' }]
}

type Step = MarketCommissions['steps'][number]
const stepAsked = ({ from, commissions }: Step) => ({
  from: finish(from),
  commissions: commissions.map(({ scope, rate, minimum, maximum }) => ({
    ...{ scope, rate: finish(rate), maximum },
    minimum: minimum === null || minimum === '' ? null : finish(minimum),
  })),
})
