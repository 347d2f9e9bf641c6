import type { SwitchChange } from '@rueda/contract/admin/switches.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import type { Column } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { ChangeHistory, causeTold, whenChanged, whoChanged, whyChanged } from '../../shared/changes/ChangeHistory.tsx'

const columns: readonly Column<SwitchChange>[] = [
  whenChanged,
  { label: say('switches.what'), show: ({ name }) => say(`switch.${name}`) },
  {
    label: say('switches.state'),
    show: ({ isOff }) => <Pill tone={isOff === 1 ? 'danger' : 'up'}>{say(isOff === 1 ? 'switches.off' : 'switches.on')}</Pill>,
  },
  causeTold,
  whyChanged,
  whoChanged,
]

/** Every turn with who and why, the newest first. */
export const SwitchHistory = ({ changes }: Readonly<{ changes: readonly SwitchChange[] }>) => (
  <ChangeHistory rows={changes} columns={columns} idOf={({ id }) => id} none={say('switches.none')} />
)
