import { staff } from '@rueda/contract/admin/staff.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { Panel } from '../../app/Page.tsx'
import { LoadedBlock } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'

const tones = { none: 'warn', sealed: 'up', opened: 'danger' } as const

/** Shows whether the emergency account would serve on a day on which no administrator can sign in. */
export function EmergencyState() {
  const state = useQuery(read(staff.emergency, {}, { live: true }))
  return (
    <Panel title={say('emergency.title')}>
      <LoadedBlock query={state}>
        {({ state: how, sealedTimestamp, openedTimestamp }) => (
          <div className="flex flex-wrap items-center gap-3 px-4 pt-1 pb-4">
            <Pill tone={tones[how]}>{say(`emergency.${how}`)}</Pill>
            <p className="text-label text-text2">
              {say(`emergency.${how}.means`, { when: sealedTimestamp === null ? '' : moment(openedTimestamp ?? sealedTimestamp) })}
            </p>
          </div>
        )}
      </LoadedBlock>
    </Panel>
  )
}
