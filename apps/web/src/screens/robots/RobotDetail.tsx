import type { RobotRow, robots } from '@rueda/contract/robots.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type RobotId, robotIds } from '@rueda/rules/robots/catalogue.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import { useKeptInVisit } from '../../shared/device/kept.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { hrefTo, useQueryOfPage, useReturn } from '../../shared/pages/go.ts'
import { NotOfferedNotice } from '../../shared/offerings/NotOfferedNotice.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useSignedIn } from '../../shared/security/session.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useText } from '../../shared/text/text.ts'
import { BacktestCard } from './BacktestCard.tsx'
import { howText } from './how-text.ts'
import { RentSheet } from './RentSheet.tsx'
import type { Draft } from './rent-draft.ts'
import { useRobots } from './use-robots.ts'

export type RobotTerms = DataOf<typeof robots.list>

/** What is chosen for a rental, over the way to the questions or to a transfer; null for what was not chosen yet. */
const nothingTyped: Readonly<{ stocks: readonly string[] | null; draft: Draft | null }> = { stocks: null, draft: null }

/** Route `pages/robot/detail`: one robot's rule and parameters, what it would have done, and how it is rented. */
export function RobotDetail() {
  const t = useText('robots')
  const titles = useText('titles')
  const { id } = useQueryOfPage()
  const robotId = robotIds.find((each) => each === id)
  const read = useRobots()
  const { value: kept, keep, forget, isKept } = useKeptInVisit(`robot.${robotId ?? ''}`, nothingTyped)
  const [opened, setOpened] = useState(isKept && kept.draft !== null)
  const terms = read.data
  const robot = terms?.robots.find((each) => each.id === robotId)
  const stocks = kept.stocks ?? terms?.stocks.slice(0, 1).map(({ stockCode }) => stockCode) ?? []
  const choose = (codes: readonly string[]) => keep({ ...kept, stocks: codes })
  const bar = robot === undefined ? undefined : <RentBar terms={terms} onPress={() => setOpened(true)} />
  return (
    <Screen title={robotId === undefined ? titles('robot') : t(`name.${robotId}`)} actions={<RefreshButton />} stickyBar={bar}>
      <Loaded query={read} reason={whyFailed} isEmpty={() => robot === undefined} empty={<EmptyState icon={Bot} text={t('empty.list')} />}>
        {(data) => (robot === undefined ? null : <Told robot={robot} terms={data} stocks={stocks} onStocks={choose} />)}
      </Loaded>
      {robot === undefined || terms === undefined ? null : (
        <RentSheet
          open={opened}
          robot={robot}
          terms={terms}
          stocks={stocks}
          onStocks={choose}
          draft={kept.draft}
          onDraft={(draft) => keep({ ...kept, draft })}
          onRented={forget}
          onClose={() => setOpened(false)}
        />
      )}
    </Screen>
  )
}

type ToldProps = Readonly<{ robot: RobotRow; terms: RobotTerms; stocks: readonly string[]; onStocks: (codes: readonly string[]) => void }>

function Told({ robot, terms, stocks, onStocks }: ToldProps) {
  const t = useText('robots')
  const { id } = robot
  return (
    <>
      <p className="text-label font-normal text-text2">{howText(t, robot)}</p>
      <SwitchedOff name="robots" />
      <NotOfferedNotice kind="robot" id={id} />
      <InlineMessage tone="info">{t('noPromise')}</InlineMessage>
      <BacktestCard robot={robot} terms={terms} stocks={stocks} onStocks={onStocks} />
      <Card title={t('live')}>
        <p className="text-label font-normal text-text2">{t('live.text')}</p>
      </Card>
      <Rule robot={robot} />
      <Card title={t('costs')}>
        <Facts
          rows={[
            { label: t('r.rent', { days: String(terms.termDays) }), value: <Money value={terms.rent} currency={terms.currency} /> },
            { label: t('r.renewal'), value: t('r.renewal.none') },
            { label: t('r.trades'), value: t('r.trades.cost') },
          ]}
        />
        <p className="mt-1.5 text-meta text-text3">{t('scope')}</p>
      </Card>
    </>
  )
}

/** The source of the rule as it runs, its parameters, and the hash that a rental is bound to. */
function Rule({ robot }: Readonly<{ robot: RobotRow }>) {
  const t = useText('robots')
  const { id, text, parameters, hash } = robot
  const [shown, setShown] = useState(false)
  return (
    <Card title={t('rule')}>
      <p className="text-label font-normal text-text2">{howText(t, robot)}</p>
      <p className="pt-1.5 text-meta text-text3">{t('rule.text')}</p>
      <Facts
        rows={[
          ...parameters.map(({ name, value }) => ({ label: <code>{name}</code>, value })),
          { label: t('rule.hash'), value: <CopyValue value={hash} label={t('rule.hash')} />, divided: true },
        ]}
      />
      <Button tone="secondary" wide onPress={() => setShown(!shown)}>
        {t(shown ? 'rule.hide' : 'rule.show')}
      </Button>
      {shown ? <Source id={id} text={text} /> : null}
    </Card>
  )
}

function Source({ id, text }: Readonly<{ id: RobotId; text: string }>) {
  return (
    <pre
      id={`source-${id}`}
      lang="en"
      dir="ltr"
      tabIndex={0}
      className="mt-2.5 overflow-x-auto rounded-card bg-s2 p-3 text-micro leading-5 font-normal"
    >
      <code>{text}</code>
    </pre>
  )
}

function RentBar({ terms, onPress }: Readonly<{ terms: RobotTerms | undefined; onPress: () => void }>) {
  const t = useText('robots')
  const signedIn = useSignedIn()
  const here = useReturn()
  if (!signedIn)
    return (
      <Button size="large" wide href={hrefTo('pages/auth/login', { return: here })}>
        {t('rent')}
      </Button>
    )
  return (
    <Button size="large" wide disabled={terms?.offered !== 1} onPress={onPress}>
      {t('rent')}
    </Button>
  )
}
