import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { feeDesk } from '@rueda/contract/admin/fees.ts'
import type { MarketCommissions } from '@rueda/contract/fees.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { money } from '../../app/figures.ts'
import { say } from '../../app/words.ts'
import { rateText, scopeText } from './commission-words.ts'

type Step = MarketCommissions['steps'][number]
type Props = Readonly<{
  commissions: MarketCommissions
  bounds: StaffDataOf<typeof feeDesk.list>['bounds']
  at: number
  onChange: (step: Step) => void
  /** Null for the first step, which begins with any volume. */
  onRemove: (() => void) | null
}>

/** One step of volume of a market, with every row that the house sets. */
export function StepFields({ commissions: { market, currency, counts, steps }, bounds, at, onChange, onRemove }: Props) {
  const step = steps[at]
  if (step === undefined) return null
  const edit = (scope: string, field: 'rate' | 'minimum', value: string): void =>
    onChange({ ...step, commissions: step.commissions.map((each) => (each.scope === scope ? { ...each, [field]: value } : each)) })
  const number = at + 1
  return (
    <div role="group" aria-label={say('fees.stepOf', { market, step: number })} className="flex flex-col gap-3 rounded-control bg-s2 p-3">
      {onRemove === null ? null : (
        <TextField
          label={say('fees.fromIn', { unit: counts === 'contracts' ? say('fees.unitContracts') : currency })}
          inputMode="decimal"
          value={step.from}
          onChange={(from) => onChange({ ...step, from })}
          most={16}
        />
      )}
      {step.commissions.map(({ scope, base, rate, minimum }) => {
        const bound = bounds.find((each) => each.market === market && each.scope === scope)
        const rateLabel = base === 'quantity' ? say('fees.rateEach', { currency }) : say('fees.ratePercent')
        return (
          <div key={scope} className="grid grid-cols-2 gap-3">
            <TextField
              label={`${rateLabel} · ${scopeText(scope)}`}
              inputMode="decimal"
              value={rate}
              onChange={(value) => edit(scope, 'rate', value)}
              helper={bound === undefined ? undefined : say('fees.bounds', { most: rateText(base, currency, bound.rate) })}
              most={12}
            />
            {bound?.minimum === null || bound === undefined ? null : (
              <TextField
                label={say('fees.minimumIn', { currency })}
                inputMode="decimal"
                value={minimum ?? ''}
                onChange={(value) => edit(scope, 'minimum', value)}
                helper={say('fees.boundsOrNone', { most: money(bound.minimum, currency) })}
                most={12}
              />
            )}
          </div>
        )
      })}
      {onRemove === null ? null : (
        <div>
          <Button tone="secondary" onPress={onRemove}>
            {say('fees.removeStep')}
          </Button>
        </div>
      )}
    </div>
  )
}
