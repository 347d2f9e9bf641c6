import type { StaffParsedOf } from '@rueda/contract/admin/endpoint.ts'
import type { feeDesk } from '@rueda/contract/admin/fees.ts'
import type { MarketCommissions } from '@rueda/contract/fees.ts'
import { houseRows } from '@rueda/rules/fees/versions.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { figure, money } from '../../app/figures.ts'
import { say, wordOr } from '../../app/words.ts'
import type { Fact } from '../../shared/cases/CaseParts.tsx'

type Asked = Pick<StaffParsedOf<typeof feeDesk.propose>, 'firstDay' | 'markets'>

/** The commissions that are asked for, row by row; beside each that changes, what it was in the version before. */
export const commissionFacts = ({ firstDay, markets }: Asked, before: readonly MarketCommissions[] | null): readonly Fact[] => [
  { label: say('fees.firstDay'), value: formatDate(firstDay) },
  ...markets.flatMap(({ market, steps }) => {
    const old = before?.find((each) => each.market === market)?.steps ?? []
    // A step that goes is a change too.
    return (steps.length < old.length ? old : steps).flatMap((step, at) =>
      step.commissions.map(({ scope }) => {
        const now = rowText(market, steps[at], scope)
        const then = rowText(market, old[at], scope)
        return {
          label: [market, wordOr(`fees.scope.${scope}`, scope), at === 0 ? null : say('fees.step', { step: at + 1 })]
            .filter((part) => part !== null)
            .join(' · '),
          value: before === null || then === now ? now : `${then} → ${now}`,
          alarming: before !== null && then !== now,
        }
      }),
    )
  }),
]

type AskedStep = Readonly<{ from: string; commissions: readonly AskedCommission[] }>

function rowText(market: MarketName, step: AskedStep | undefined, scope: string): string {
  const row = step?.commissions.find((each) => each.scope === scope)
  return step === undefined || row === undefined ? say('fees.none') : commissionText(market, step.from, row)
}

type AskedCommission = Readonly<{ scope: string; rate: string; minimum: string | null; maximum: string | null }>

/** A row of the commissions that are asked for: its rate, its bounds, and the volume it begins at. */
function commissionText(of: MarketName, volume: string, { scope, rate, minimum, maximum }: AskedCommission): string {
  const { currency } = tradedTermsOf(of).feeTable
  const isEach = houseRows(of).some((row) => row.scope === scope && row.base === 'quantity')
  return [
    isEach ? say('fees.eachContract', { amount: money(rate, currency) }) : `${figure(rate)} %`,
    minimum === null ? null : `${say('fees.minimum')} ${money(minimum, currency)}`,
    maximum === null ? null : `${say('fees.maximum')} ${money(maximum, currency)}`,
    /^0(\.0*)?$/u.test(volume)
      ? null
      : `${say('fees.from')} ${isEach ? say('fees.contracts', { num: figure(volume) }) : money(volume, currency)}`,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}
