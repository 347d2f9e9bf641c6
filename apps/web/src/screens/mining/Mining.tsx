import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useText } from '../../shared/text/text.ts'
import { Lesson } from './Lesson.tsx'
import { MiningActions } from './MiningActions.tsx'
import { MiningHistory } from './MiningHistory.tsx'
import { StateCard } from './StateCard.tsx'
import { TermsCard } from './TermsCard.tsx'
import { isUnderWay } from './round-look.ts'
import { useMiningState, useSearch } from './use-mining.ts'
import { lessonOf, useRounds } from './use-rounds.ts'

const CARD_HEIGHT = 220

/** Route `pages/mining/index`: a lesson in proof of work, with rounds that really hash and pay nothing. */
export function Mining() {
  const t = useText('mining')
  const titles = useText('titles')
  const read = useMiningState()
  const rounds = useRounds(read.data?.round ?? null)
  useSearch(read.data)
  const { data } = read
  return (
    <Screen
      title={titles('mining')}
      actions={<RefreshButton />}
      stickyBar={data === undefined ? undefined : <MiningActions state={data} />}
    >
      <PullToRefresh />
      <p className="text-label font-normal text-text2">{t('intro')}</p>
      <SwitchedOff name="mining" />
      <Loaded query={read} reason={whyFailed} skeleton={<Skeleton height={CARD_HEIGHT} />} hidesBelow>
        {(state) => (
          <>
            <StateCard state={state} answeredAt={read.dataUpdatedAt} />
            {state.round !== null && isUnderWay(state.round) ? null : <TermsCard state={state} />}
          </>
        )}
      </Loaded>
      <Lesson round={lessonOf(rounds.list)} target={data?.target} />
      <MiningHistory rounds={rounds} />
    </Screen>
  )
}
