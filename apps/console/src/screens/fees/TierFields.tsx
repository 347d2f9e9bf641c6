import type { MarketCommissions } from '@rueda/contract/fees.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { UNREADABLE } from '@rueda/ui/fields/typing.ts'
import { money } from '../../app/figures.ts'
import { say } from '../../app/words.ts'
import { rateText, scopeText } from '../../shared/fees/commission-words.ts'
import { AMOUNT_DECIMALS, type Bound, type Field, RATE_DECIMALS, faultsOf } from './tier-faults.ts'

type Step = MarketCommissions['steps'][number]
type Props = Readonly<{
  commissions: MarketCommissions
  bounds: readonly Bound[]
  at: number
  /** Whether the version was asked for: then what is missing is marked as well. */
  isTried: boolean
  onChange: (step: Step) => void
  /** Null for the first step, which begins with any volume. */
  onRemove: (() => void) | null
}>

/** One step of volume of a market, with every row that the house sets. */
export function TierFields({ commissions, bounds, at, isTried, onChange, onRemove }: Props) {
  const { market, currency, counts, steps } = commissions
  const step = steps[at]
  if (step === undefined) return null
  const edit = (scope: string, field: 'rate' | 'minimum', value: string): void =>
    onChange({ ...step, commissions: step.commissions.map((each) => (each.scope === scope ? { ...each, [field]: value } : each)) })
  const faults = faultsOf(commissions, at, bounds)
  const errorAt = (field: Field): string | undefined => {
    const fault = faults.get(field)
    return fault === undefined || (fault === 'missing' && !isTried) ? undefined : say(`fees.fault.${fault}`)
  }
  const number = at + 1
  return (
    <div role="group" aria-label={say('fees.tierOf', { market, tier: number })} className="flex flex-col gap-3 rounded-control bg-s2 p-3">
      {onRemove === null ? null : (
        <AmountInput
          decimals={AMOUNT_DECIMALS}
          label={say('fees.fromIn', { unit: counts === 'contracts' ? say('fees.unitContracts') : currency })}
          value={step.from}
          onChange={(from) => onChange({ ...step, from })}
          error={errorAt('from')}
        />
      )}
      {step.commissions.map(({ scope, base, rate, minimum }) => {
        const bound = bounds.find((each) => each.market === market && each.scope === scope)
        const rateLabel = base === 'quantity' ? say('fees.rateEach', { currency }) : say('fees.ratePercent')
        return (
          <div key={scope} className="grid grid-cols-2 gap-3">
            <AmountInput
              decimals={RATE_DECIMALS}
              label={`${rateLabel} · ${scopeText(scope)}`}
              value={rate}
              onChange={(value) => edit(scope, 'rate', value)}
              helper={bound === undefined ? undefined : say('fees.bounds', { most: rateText(base, currency, bound.rate) })}
              error={errorAt(`${scope}.rate`)}
            />
            {bound?.minimum === null || bound === undefined ? null : (
              <AmountInput
                decimals={AMOUNT_DECIMALS}
                label={say('fees.minimumIn', { currency })}
                // Text that is no amount must not pass for no minimum.
                unreadable={UNREADABLE}
                value={minimum ?? ''}
                onChange={(value) => edit(scope, 'minimum', value)}
                helper={say('fees.boundsOrNone', { most: money(bound.minimum, currency) })}
                error={errorAt(`${scope}.minimum`)}
              />
            )}
          </div>
        )
      })}
      {onRemove === null ? null : (
        <div>
          <Button tone="secondary" onPress={onRemove}>
            {say('fees.removeTier')}
          </Button>
        </div>
      )}
    </div>
  )
}
