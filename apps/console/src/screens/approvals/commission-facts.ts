import type { StaffParsedOf } from '@rueda/contract/admin/endpoint.ts'
import type { feeDesk } from '@rueda/contract/admin/fees.ts'
import type { MarketCommissions } from '@rueda/contract/fees.ts'
import { countsContracts, houseRows } from '@rueda/rules/fees/versions.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { money } from '../../app/figures.ts'
import { say } from '../../app/words.ts'
import type { Fact } from '../../shared/cases/CaseParts.tsx'
import { rateText, scopeText, volumeText } from '../../shared/fees/commission-words.ts'

type Asked = Pick<StaffParsedOf<typeof feeDesk.propose>, 'firstDay' | 'markets'>

/** The commissions that are asked for, row by row; beside each that changes, what it was in the version before. */
export const commissionFacts = ({ firstDay, markets }: Asked, before: readonly MarketCommissions[] | null): readonly Fact[] => [
  { label: say('fees.firstDay'), value: formatDate(firstDay) },
  ...markets.flatMap(({ market, steps }) => {
    const old = before?.find((each) => each.market === market)?.steps ?? []
    // A step that goes is a change too.
    return (steps.length < old.length ? old : steps).flatMap((step, at) =>
      step.commissions.map(({ scope }) => {
        const now = rowText(market, steps[at], scope, at)
        const then = rowText(market, old[at], scope, at)
        return {
          label: [market, scopeText(scope), at === 0 ? null : say('fees.tier', { tier: at + 1 })]
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
type AskedCommission = Readonly<{ scope: string; rate: string; minimum: string | null; maximum: string | null }>

/** A row of a step: its rate, its bounds, and the volume it begins at, which for the first step is any. */
function rowText(market: MarketName, step: AskedStep | undefined, scope: string, at: number): string {
  const row = step?.commissions.find((each) => each.scope === scope)
  if (step === undefined || row === undefined) return say('fees.none')
  const { currency } = tradedTermsOf(market).feeTable
  const { rate, minimum, maximum } = row
  const base = houseRows(market).find((each) => each.scope === scope)?.base ?? 'notional'
  const counts = countsContracts(market) ? 'contracts' : 'money'
  return [
    rateText(base, currency, rate),
    minimum === null ? null : `${say('fees.minimum')} ${money(minimum, currency)}`,
    maximum === null ? null : `${say('fees.maximum')} ${money(maximum, currency)}`,
    at === 0 ? null : `${say('fees.from')} ${volumeText({ counts, currency }, step.from)}`,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}
