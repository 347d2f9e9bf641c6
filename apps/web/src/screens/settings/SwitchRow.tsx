import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Switch } from '@rueda/ui/fields/Switch.tsx'

type SwitchRowProps = Readonly<{
  label: string
  detail?: string | undefined
  on: boolean
  disabled?: boolean | undefined
  onChange: (on: boolean) => void
}>

/** A setting that is on or off. */
export const SwitchRow = ({ label, detail, on, disabled, onChange }: SwitchRowProps) => (
  <ListRow label={label} detail={detail} trailing={<Switch label={label} on={on} disabled={disabled} onChange={onChange} />} />
)
