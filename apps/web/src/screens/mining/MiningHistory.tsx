import type { MiningRound } from '@rueda/contract/mining.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { formatDate, formatTime } from '@rueda/ui/formats/dates.ts'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { SectionHeader } from '@rueda/ui/layout/SectionHeader.tsx'
import { DayHeader, RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { History } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { groupByDay } from '../../shared/lists/by-day.ts'
import { useText } from '../../shared/text/text.ts'
import { CheckRound, type RevealedRound, isRevealed } from './CheckRound.tsx'
import { statusOf } from './round-look.ts'
import type { useRounds } from './use-rounds.ts'

/** Every round of the customer, by day; one that mined opens to be checked. */
export function MiningHistory({ rounds: { read, list } }: Readonly<{ rounds: ReturnType<typeof useRounds> }>) {
  const t = useText('mining')
  const [opened, setOpened] = useState<RevealedRound | null>(null)
  return (
    <section>
      <SectionHeader title={t('history')} />
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={() => list.length === 0}
        empty={<EmptyState icon={History} text={t('history.empty')} />}
      >
        {() => (
          <>
            {groupByDay(list, ({ startTimestamp }) => formatDate(startTimestamp)).map(({ day, items }) => (
              <section key={day} aria-label={day}>
                <DayHeader day={day} />
                <Card rows>
                  {items.map((round) => (
                    <RoundRow key={round.id} round={round} onOpen={setOpened} />
                  ))}
                </Card>
              </section>
            ))}
            <MoreRows read={read} />
          </>
        )}
      </Loaded>
      <RoundSheet round={opened} onClose={() => setOpened(null)} />
    </section>
  )
}

function RoundRow({ round, onOpen }: Readonly<{ round: MiningRound; onOpen: (round: RevealedRound) => void }>) {
  const t = useText('mining')
  const status = useText('status')
  const { language } = useUi()
  const number = (value: number) => formatNumber(language, String(value))
  return (
    <RecordRow
      title={t('history.round', { at: formatTime(round.startTimestamp) })}
      meta={t('history.used', { minutes: number(Math.floor(round.minedMs / MINUTE_MS)), energy: number(round.energyUsed) })}
      status={statusOf(status, round)}
      onPress={isRevealed(round) ? () => onOpen(round) : undefined}
    />
  )
}

function RoundSheet({ round, onClose }: Readonly<{ round: RevealedRound | null; onClose: () => void }>) {
  const t = useText('mining')
  const shown = useLastShown(round)
  return (
    <Sheet
      open={round !== null}
      onClose={onClose}
      title={shown === null ? '' : t('history.round', { at: formatTime(shown.startTimestamp) })}
    >
      {shown === null ? null : <CheckRound key={shown.id} round={shown} />}
    </Sheet>
  )
}
