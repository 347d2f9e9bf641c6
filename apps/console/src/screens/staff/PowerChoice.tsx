import { areKeptApart, composablePowers, inOrder, neededFor } from '@rueda/rules/staff/composed.ts'
import { type PowerName, powerOf } from '@rueda/rules/staff/powers.ts'
import { type StaffRole, nonAdminRoles } from '@rueda/rules/staff/roles.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { say } from '../../app/words.ts'

const kinds = ['act', 'open', 'take', 'look'] as const

/** With what it is of no use without. */
const added = (chosen: readonly PowerName[], power: PowerName): readonly PowerName[] => inOrder([...chosen, power, ...neededFor(power)])

/** Without what is of no use any more. */
const removed = (chosen: readonly PowerName[], power: PowerName): readonly PowerName[] =>
  chosen.filter((each) => each !== power && !neededFor(each).includes(power))

const allOf = (role: StaffRole): readonly PowerName[] => composablePowers.filter((power) => powerOf(power).roles.includes(role))

type Props = Readonly<{ value: readonly PowerName[]; onChange: (powers: readonly PowerName[]) => void }>

/** Powers of the register by what they do. What the chosen ones are kept apart from cannot be chosen beside them. */
export function PowerChoice({ value, onChange }: Props) {
  return (
    <>
      <div>
        <p className="pb-1.5 text-label text-text2">{say('roles.beginWith')}</p>
        <div role="group" aria-label={say('roles.beginWith')} className="flex flex-wrap gap-2">
          {nonAdminRoles.map((role) => (
            <Button key={role} tone="secondary" onPress={() => onChange(allOf(role))}>
              {say(`role.${role}`)}
            </Button>
          ))}
        </div>
      </div>
      <p className="text-meta text-text3">{say('roles.apart')}</p>
      {kinds.map((kind) => (
        <fieldset key={kind}>
          <legend className="pb-1 text-label text-text2">{say(`roles.kind.${kind}`)}</legend>
          {composablePowers
            .filter((power) => powerOf(power).kind === kind)
            .map((power) => {
              const isChosen = value.includes(power)
              const isApart = value.some((each) => areKeptApart(each, power))
              return (
                <label key={power} className={`flex min-h-9 items-center gap-3 text-row font-normal ${isApart ? 'text-text3' : ''}`}>
                  <input
                    type="checkbox"
                    className="size-4 shrink-0 accent-[var(--accent-fill)]"
                    checked={isChosen}
                    disabled={isApart}
                    onChange={() => onChange(isChosen ? removed(value, power) : added(value, power))}
                  />
                  {say(`power.${power}`)}
                </label>
              )
            })}
        </fieldset>
      ))}
    </>
  )
}
