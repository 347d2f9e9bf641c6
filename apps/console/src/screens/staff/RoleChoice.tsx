import { composedRoles } from '@rueda/contract/admin/roles.ts'
import { MAX_ROLES, type StaffRole, staffRoles } from '@rueda/rules/staff/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { powersText } from '../../app/role-names.ts'
import { say } from '../../app/words.ts'

/** Roles of every house, and composed ones by their ids. */
export type RolesChosen = Readonly<{ roles: readonly StaffRole[]; composed: readonly string[] }>
export const noRoles: RolesChosen = { roles: [], composed: [] }
export const countOf = ({ roles, composed }: RolesChosen): number => roles.length + composed.length
/** As the server is asked for them. */
export const askedRoles = ({ roles, composed }: RolesChosen) => ({
  roles: [...roles],
  ...(composed.length === 0 ? {} : { composed: [...composed] }),
})

const toggled = <Value,>(values: readonly Value[], value: Value): readonly Value[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value]

type Props = Readonly<{ value: RolesChosen; onChange: (roles: RolesChosen) => void }>

/** Up to three roles; each says what it is for, a composed one all its powers. */
export function RoleChoice({ value, onChange }: Props) {
  const { data: composed = [] } = useQuery(read(composedRoles.list, {}))
  const isFull = countOf(value) >= MAX_ROLES
  return (
    <fieldset className="pb-3">
      <legend className="pb-1.5 text-label text-text2">{say('staff.rolesMost')}</legend>
      {staffRoles.map((role) => (
        <RoleBox
          key={role}
          name={say(`role.${role}`)}
          does={say(`role.${role}.does`)}
          isChosen={value.roles.includes(role)}
          isFull={isFull}
          onToggle={() => onChange({ ...value, roles: toggled(value.roles, role) })}
        />
      ))}
      {composed
        .filter(({ state }) => state === 'held')
        .map(({ roleId, name, powers }) => (
          <RoleBox
            key={roleId}
            name={name}
            does={powersText(powers)}
            isChosen={value.composed.includes(roleId)}
            isFull={isFull}
            onToggle={() => onChange({ ...value, composed: toggled(value.composed, roleId) })}
          />
        ))}
    </fieldset>
  )
}

type BoxProps = Readonly<{ name: string; does: string; isChosen: boolean; isFull: boolean; onToggle: () => void }>

const RoleBox = ({ name, does, isChosen, isFull, onToggle }: BoxProps) => (
  <label className="flex min-h-10 items-start gap-3 py-1.5 text-row">
    <input
      type="checkbox"
      className="mt-0.5 size-4 shrink-0 accent-[var(--accent-fill)]"
      checked={isChosen}
      disabled={!isChosen && isFull}
      onChange={onToggle}
    />
    <span className="min-w-0 wrap-anywhere">
      {name} <span className="font-normal text-text3">{does}</span>
    </span>
  </label>
)
