import { type LoanOffer, loanDesk } from '@rueda/contract/admin/loans.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { money } from '../../app/figures.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { rate } from './LoanEvidence.tsx'

const columns: readonly Column<LoanOffer>[] = [
  { label: say('loans.product'), show: ({ product }) => say('loans.days', { days: product.termDays }) },
  { label: say('loans.rate'), numeric: true, show: ({ product }) => rate(product.dailyRate) },
  { label: say('loans.apr'), numeric: true, show: ({ product }) => rate(product.apr) },
  { label: say('loans.running'), numeric: true, show: ({ running }) => String(running) },
  { label: say('loans.waiting'), numeric: true, show: ({ waiting }) => String(waiting) },
  { label: say('loans.owed'), numeric: true, show: ({ owed, product }) => money(owed, product.currency) },
]

/** The terms for which money is lent, what runs of each, and how late what is overdue is. */
export function LoanOffers() {
  const desk = useQuery(read(loanDesk.offers, {}, { live: true }))
  return (
    <Page title={say('nav.loans')}>
      <p className="text-label text-text2">{say('loans.what')}</p>
      <LoadedBlock query={desk}>
        {({ offers, overdue }) => (
          <>
            <Panel title={say('loans.offers')}>
              <Table label={say('loans.offers')} rows={offers} columns={columns} idOf={({ product }) => product.id} />
            </Panel>
            <Panel title={say('loans.overdue')}>
              <Table
                label={say('loans.overdue')}
                rows={overdue}
                columns={[
                  {
                    label: say('loans.late'),
                    show: ({ from, to }) => (to === null ? say('loans.bucketOpen', { from }) : say('loans.bucket', { from, to })),
                  },
                  { label: say('loans.count'), numeric: true, show: ({ loans }) => String(loans) },
                  { label: say('loans.owed'), numeric: true, show: ({ owed }) => money(owed, 'USD') },
                ]}
                idOf={({ from }) => String(from)}
              />
            </Panel>
          </>
        )}
      </LoadedBlock>
    </Page>
  )
}
