import { type ReviewCase, cases } from '@rueda/contract/admin/cases.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Retry } from '@rueda/ui/loading/Retry.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, read } from '../../app/api.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { Payload } from '../../app/Payload.tsx'
import { say } from '../../app/words.ts'
import { CaseDrawer, titleOf } from '../../shared/cases/CaseDrawer.tsx'
import { Changes } from '../../shared/cases/Changes.tsx'
import { changesBetween, factsOfRow } from '../../shared/cases/changes.ts'

type OpenCaseProps = Readonly<{ id: string; row: ReviewCase | null; isLoaded: boolean; claimOnOpen?: boolean; onClose: () => void }>

/**
 * The case whose id is in the address. One that is not in its list is read by itself: a filter may hide it, or it may have
 * ended while somebody looked.
 */
export function OpenCase({ id, row, isLoaded, claimOnOpen = false, onClose }: OpenCaseProps) {
  const absent = useQuery({ ...read(cases.find, { id }, { live: true }), enabled: row === null && isLoaded })
  const [seen, setSeen] = useState(row)
  if (seen === null && row !== null) setSeen(row)
  const now = row ?? absent.data ?? seen
  if (absent.isError && row === null) {
    return (
      <Drawer title={say('nav.cases')} onClose={onClose}>
        {isUnknown(absent.error) ? (
          <InlineMessage tone="warn" title={say('cases.unknown')}>
            {say('cases.unknownWhy')}
          </InlineMessage>
        ) : (
          <Retry reason={{ message: absent.error.message }} onRetry={() => void absent.refetch()} busy={absent.isFetching} />
        )}
      </Drawer>
    )
  }
  if (now === null) return null
  const hasEnded = row === null && now.closeTimestamp !== null
  return hasEnded ? (
    <EndedCase seen={seen} now={now} onClose={onClose} />
  ) : (
    <CaseDrawer row={now} claimOnOpen={claimOnOpen} onClose={onClose} />
  )
}

/** Says that a colleague, its customer or a rule has ended the case, so that it cannot be decided again. */
function EndedCase({ seen, now, onClose }: Readonly<{ seen: ReviewCase | null; now: ReviewCase; onClose: () => void }>) {
  return (
    <Drawer title={titleOf(now)} onClose={onClose}>
      {seen === null ? (
        <>
          <InlineMessage tone="info" title={say('cases.ended')} />
          <Payload value={factsOfRow(now)} />
        </>
      ) : (
        <Changes title={say('cases.gone')} changes={changesBetween(factsOfRow(seen), factsOfRow(now))}>
          {say('cases.goneWhy')}
        </Changes>
      )}
    </Drawer>
  )
}

const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (['object.not_found', 'staff.role_missing'] as const).some((name) => codeOf(name) === error.code)
