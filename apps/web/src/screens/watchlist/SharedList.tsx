import { quotes } from '@rueda/contract/quotes.ts'
import { type SharedInstrument, type SharedList as Shared, codeOf, readShared } from '@rueda/rules/watchlist/shared-link.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { List } from 'lucide-react'
import { useMemo, useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { usePoll } from '../../shared/live/live.ts'
import { hrefTo, useGo, useQueryOfPage, useReturn } from '../../shared/pages/go.ts'
import { useInstrumentMenu } from '../../shared/quotes/InstrumentMenu.tsx'
import { InstrumentRow } from '../../shared/quotes/InstrumentRow.tsx'
import { useSignedIn } from '../../shared/security/session.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { useCloses } from '../../shared/watchlist/closes.ts'
import { instrumentOf } from '../../shared/watchlist/edit-list.ts'
import { chooseList } from '../../shared/watchlist/lists.ts'
import { NewListForm } from '../../shared/watchlist/NewListForm.tsx'

/** Route `pages/watchlist/shared`: the list that a link holds, for anybody (`docs/rules/watchlist.md` P.3). */
export function SharedList() {
  const t = useText('watchlist')
  const { name, codes } = useQueryOfPage()
  const shared = useMemo(() => readShared(name, codes), [name, codes])
  const read = useShared(shared)
  const known = read.data?.flatMap((quote) => quote ?? []) ?? []
  return (
    <Screen
      title={t('shared')}
      stickyBar={known.length === 0 ? undefined : <Keep name={shared.name} instruments={known.map(instrumentOf)} />}
    >
      {shared.instruments.length === 0 ? <Nothing /> : <SharedRows shared={shared} read={read} />}
      <LeftOut codes={[...unlisted(shared, read.data), ...shared.unreadable]} />
    </Screen>
  )
}

/** In the order of the link; null for what is not listed here. */
function useShared({ instruments }: Shared) {
  const poll = usePoll('rows')
  const list = instruments.map(({ market, stockCode }) => ({ stkcode: stockCode, market }))
  return useQuery({ ...query(quotes.many, { list }), enabled: list.length > 0, refetchInterval: poll })
}

type Read = ReturnType<typeof useShared>

const unlisted = ({ instruments }: Shared, read: Read['data']): readonly string[] =>
  read === undefined ? [] : instruments.filter((_, at) => read[at] === null).map(codeOf)

function SharedRows({ shared, read }: Readonly<{ shared: Shared; read: Read }>) {
  const t = useText('watchlist')
  const menu = useInstrumentMenu()
  const closes = useCloses(read.data?.flatMap((quote) => quote ?? []) ?? [])
  return (
    <>
      <InlineMessage tone="info">{t('shared.by')}</InlineMessage>
      <Card rows title={<span className="break-words">{shared.name ?? t('shared.unnamed')}</span>}>
        <Loaded query={read} reason={whyFailed} skeleton={<SkeletonRows rows={shared.instruments.length} />}>
          {(list) => (
            <div className="divide-y divide-line">
              {list.map((quote) =>
                quote === null ? null : <InstrumentRow key={quote.code} quote={quote} closes={closes.get(quote.code)} onMenu={menu.open} />,
              )}
            </div>
          )}
        </Loaded>
      </Card>
      {menu.sheet}
    </>
  )
}

function LeftOut({ codes }: Readonly<{ codes: readonly string[] }>) {
  const t = useText('watchlist')
  if (codes.length === 0) return null
  return (
    <InlineMessage tone="warn" title={t('shared.leftOut')}>
      <span className="break-words">{codes.join(', ')}</span>
    </InlineMessage>
  )
}

function Nothing() {
  const t = useText('watchlist')
  return (
    <EmptyState icon={List} text={t('shared.none')} action={<Button href={hrefTo('pages/watchlist/index')}>{t('shared.mine')}</Button>} />
  )
}

type KeepProps = Readonly<{ name: string | null; instruments: readonly SharedInstrument[] }>

/** Makes it a list of one's own, under a name one can change; a guest signs in first and comes back here. */
function Keep({ name, instruments }: KeepProps) {
  const t = useText('watchlist')
  const go = useGo()
  const here = useReturn()
  const signedIn = useSignedIn()
  const [open, setOpen] = useState(false)
  const keep = (
    <Button size="large" onPress={signedIn ? () => setOpen(true) : () => go('pages/auth/login', { return: here })}>
      {t(signedIn ? 'shared.keep' : 'shared.login')}
    </Button>
  )
  return (
    <>
      {keep}
      <Sheet open={open} onClose={() => setOpen(false)} title={t('shared.keep')}>
        <NewListForm
          name={name ?? ''}
          instruments={[...instruments]}
          onDone={(listId) => {
            chooseList(listId)
            go('pages/watchlist/index', {}, { replace: true })
          }}
        />
      </Sheet>
    </>
  )
}
