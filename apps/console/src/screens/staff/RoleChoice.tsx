import { type StaffRole, staffRoles } from '@rueda/rules/staff/roles.ts'
import { say } from '../../app/words.ts'

/** Up to three roles; each says what it is for. */
const MAX_ROLES = 3

export function RoleChoice({ value, onChange }: Readonly<{ value: readonly StaffRole[]; onChange: (roles: StaffRole[]) => void }>) {
  const toggle = (role: StaffRole): void => onChange(value.includes(role) ? value.filter((each) => each !== role) : [...value, role])
  return (
    <fieldset className="pb-3">
      <legend className="pb-1.5 text-label text-text2">{say('staff.rolesMost')}</legend>
      {staffRoles.map((role) => (
        <label key={role} className="flex min-h-10 items-center gap-3 text-row">
          <input
            type="checkbox"
            className="size-4 accent-[var(--accent-fill)]"
            checked={value.includes(role)}
            disabled={!value.includes(role) && value.length >= MAX_ROLES}
            onChange={() => toggle(role)}
          />
          <span>
            {say(`role.${role}`)} <span className="font-normal text-text3">{say(`role.${role}.does`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
