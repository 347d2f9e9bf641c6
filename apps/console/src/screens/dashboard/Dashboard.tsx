import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { Page } from '../../app/Page.tsx'
import { usePowers } from '../../app/session.ts'
import { LoadedBlock } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { Overview } from './Overview.tsx'
import { Today } from './Today.tsx'

/** What waits for whoever looks, the day's movements, and the state of the systems; every number leads to its list. */
export function Dashboard() {
  const powers = usePowers()
  const today = useQuery(read(dashboard.today, {}, { live: true }))
  return (
    <Page title={say('nav.dashboard')}>
      <Overview />
      <LoadedBlock query={today}>{(data) => <Today today={data} powers={powers} />}</LoadedBlock>
    </Page>
  )
}
