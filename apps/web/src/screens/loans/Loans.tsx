import { type Loan, loans } from '@rueda/contract/loans.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { ProtectedGate } from '../../shared/security/ProtectedGate.tsx'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { RegisterFirst } from '../../shared/security/RegisterFirst.tsx'
import { usePractising, useSignedIn } from '../../shared/security/session.ts'
import { query } from '../../shared/server/api.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useText } from '../../shared/text/text.ts'
import { usePoll } from '../../shared/live/live.ts'
import { ApplicationForm } from './ApplicationForm.tsx'
import { DebtCard } from './DebtCard.tsx'
import { LoanExample } from './LoanExample.tsx'
import { LoanTimeline } from './LoanTimeline.tsx'
import { CancelLoan } from './CancelLoan.tsx'

/** Route `pages/loan/index`: what money costs, the loan that is open, or the form that asks for one. */
export function Loans() {
  const titles = useText('titles')
  const signedIn = useSignedIn()
  return (
    <Screen title={titles('loan')} actions={<RefreshButton />}>
      <PullToRefresh />
      <SwitchedOff name="loans" />
      {signedIn ? <Mine /> : <Offer />}
    </Screen>
  )
}

/** What there is, for somebody who is not signed in. */
function Offer() {
  const common = useText('common')
  return (
    <>
      <LoanExample />
      <Button size="large" href={hrefTo('pages/auth/login', { return: hrefTo('pages/loan/index').slice('#'.length) })}>
        {common('act.login')}
      </Button>
    </>
  )
}

function Mine() {
  const t = useText('loans')
  const poll = usePoll('records')
  const practising = usePractising()
  const read = useQuery({ ...query(loans.state, {}), refetchInterval: poll })
  return (
    <Loaded query={read} reason={whyFailed} skeleton={<SkeletonRows rows={4} height={56} />}>
      {(state) => {
        const [open] = state.loans
        return (
          <>
            {open !== undefined ? (
              <Open loan={open} />
            ) : practising ? (
              <>
                <RegisterFirst purpose="loan" />
                <LoanExample />
              </>
            ) : (
              <>
                <LoanExample />
                <ProtectedGate purpose="loan">
                  <ApplicationForm state={state} />
                </ProtectedGate>
              </>
            )}
            <Button tone="secondary" href={hrefTo('pages/loan/record')}>
              {t('records')}
            </Button>
          </>
        )
      }}
    </Loaded>
  )
}

/** Under review the steps take the form's place; afterwards what is owed does. */
function Open({ loan }: Readonly<{ loan: Loan }>) {
  const t = useText('loans')
  if (loan.stage !== 'pending') return <DebtCard loan={loan} />
  return (
    <Card title={t('applied.title')}>
      <div className="flex flex-col gap-3">
        <LoanTimeline loan={loan} />
        <InlineMessage tone="info">{t('onlyApproved')}</InlineMessage>
        <CancelLoan loan={loan} />
      </div>
    </Card>
  )
}
