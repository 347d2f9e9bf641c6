import { supportDesk } from '@rueda/contract/admin/support.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, read } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { Payload } from '../../app/Payload.tsx'
import { say } from '../../app/words.ts'
import type { DecisionProps } from '../../shared/cases/decisions.ts'
import { OpenedCase } from '../../shared/cases/OpenedCase.tsx'
import { EndForms } from './EndForms.tsx'
import { Messages } from '../../shared/support/Messages.tsx'
import { NoteForm } from './NoteForm.tsx'
import { ReplyForm } from './ReplyForm.tsx'

const LOOK_EVERY_MS = 10_000

type Opened = StaffDataOf<typeof supportDesk.open>

/** A claimed conversation: the customer, the messages, the answer, notes for colleagues, and its end. */
export function SupportDesk({ row, isMine, onDone }: DecisionProps) {
  const newest = useNewest(row.id, isMine)
  const opened = useQuery({
    queryKey: [supportDesk.open.path, row.id, newest],
    queryFn: () => call(supportDesk.open, { id: row.id }),
    enabled: isMine && newest !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { once: true },
  })
  return (
    <OpenedCase
      opened={opened}
      mayLook={isMine}
      hint="support.keys"
      evidence={(found) => (
        <>
          <CustomerCard found={found} />
          <Messages messages={found.messages} />
        </>
      )}
      decision={(found) => (
        <div className="flex flex-col gap-5">
          <ReplyForm id={row.id} locale={found.customer.locale} />
          <NoteForm id={row.id} notes={found.notes} />
          <EndForms id={row.id} onDone={onDone} />
        </div>
      )}
    />
  )
}

/** Returns the time of the newest message. Each read leaves a trace, so the conversation is read only when there is more of it. */
function useNewest(id: string, isMine: boolean): number | null {
  const mine = useQuery({
    ...read(supportDesk.list, { state: 'mine', pageSize: 100 }, { live: true }),
    enabled: isMine,
    refetchInterval: LOOK_EVERY_MS,
  })
  return mine.data?.list.find((each) => each.case.id === id)?.lastTimestamp ?? null
}

function CustomerCard({ found: { accountId, customer } }: Readonly<{ found: Opened }>) {
  return (
    <section aria-label={say('audit.customer')} className="rounded-control bg-s2 p-3">
      <Payload
        value={{
          [say('signIn.email')]: customer.email,
          [say('support.language')]: customer.locale,
          [say('accounts.identity')]: say(`kyc.${customer.kycStatus as 'none' | 'pending' | 'passed' | 'failed'}`),
          [say('accounts.frozen')]: say(customer.frozen === 1 ? 'support.yes' : 'support.no'),
          [say('accounts.since')]: moment(customer.createTimestamp),
        }}
      />
      <a className="inline-flex min-h-11 items-center text-label font-medium text-accent" href={`#/accounts?search=${accountId}`}>
        {say('support.account')}
      </a>
    </section>
  )
}
