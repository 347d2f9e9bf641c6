import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { type UseQueryOptions, keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { Drawer } from '../../app/Drawer.tsx'
import { Page, Panel } from '../../app/Page.tsx'
import { Pages } from '../../app/Pages.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'

type OneOf = Readonly<{ id: string; name: string; stockCode: string }>
type Listed<Row> = { list: Row[]; total: number; pageNum: number; pageSize: number; pages: number }
type OfferingsPageProps<Row> = Readonly<{
  title: string
  /** What nobody can do here. */
  notice: string
  read: (asked: Readonly<{ pageNum: number; pageSize: number }>) => UseQueryOptions<Listed<Row>>
  columns: readonly Column<Row>[]
  /** The offering that was chosen, as its drawer shows it. */
  opened: (row: Row, onDone: () => void) => ReactNode
}>

const PER_PAGE = 25

/** What is offered by a public schedule: what happens to it by itself is looked at here, and one is opened. */
export function OfferingsPage<Row extends OneOf>({ title, notice, read, columns, opened }: OfferingsPageProps<Row>) {
  const [pageNum, setPage] = useState(1)
  const [openId, open] = useState<string | null>(null)
  const close = (): void => open(null)
  const list = useQuery({ ...read({ pageNum, pageSize: PER_PAGE }), placeholderData: keepPreviousData })
  const chosen = list.data?.list.find(({ id }) => id === openId) ?? null
  return (
    <Page title={title}>
      <InlineMessage tone="info">{notice}</InlineMessage>
      <Panel>
        <LoadedBlock query={list} isEmpty={({ total }) => total === 0}>
          {(page) => (
            <>
              <Table
                label={title}
                rows={page.list}
                columns={columns}
                idOf={({ id }) => id}
                chosen={openId}
                onChoose={({ id }) => open(id)}
              />
              <Pages pageNum={page.pageNum} pages={page.pages} total={page.total} onPage={setPage} />
            </>
          )}
        </LoadedBlock>
      </Panel>
      {chosen === null ? null : (
        <Drawer title={`${chosen.name} · ${chosen.stockCode}`} onClose={close}>
          <Fragment key={chosen.id}>{opened(chosen, close)}</Fragment>
        </Drawer>
      )}
    </Page>
  )
}
