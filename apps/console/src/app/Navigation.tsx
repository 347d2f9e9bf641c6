import type { Waiting } from '@rueda/contract/admin/dashboard.ts'
import { classes } from '@rueda/ui/look/classes.ts'
import { Clock, Hand } from 'lucide-react'
import type { MouseEvent } from 'react'
import { type ConsoleRoute, routes } from '../routes.ts'
import { may, usePowers } from './session.ts'
import { screenOf, useHash, useHashValue } from './use-hash.ts'
import { viewQuery } from './view-query.ts'
import { type WaitingCount, caseQueuesOf, countsOf, useWaiting } from './waiting.ts'
import { say } from './words.ts'

/** The menu: the screens of one's roles, and beside each how much waits there. A count that could not be read is left out. */
export function Navigation() {
  const powers = usePowers()
  const shown = routes.filter(({ power }) => may(powers, power))
  const { data } = useWaiting()
  return (
    <nav aria-label={say('app.navigation')} className="border-r border-line bg-s1 px-2 py-4">
      {(['work', 'customers', 'market', 'house'] as const).map((group) => (
        <NavigationGroup key={group} group={group} shown={shown.filter((route) => route.group === group)} waiting={data} />
      ))}
    </nav>
  )
}

/** A queue that the address names has a line of its own. */
const isAt = (hash: string, name: string): boolean => screenOf(hash) === name && !(name === 'cases' && viewQuery(hash).includes('kind='))

type GroupProps = Readonly<{ group: ConsoleRoute['group']; shown: readonly ConsoleRoute[]; waiting: Waiting | undefined }>

function NavigationGroup({ group, shown, waiting }: GroupProps) {
  const hash = useHash()
  if (shown.length === 0) return null
  return (
    <div className="pb-4">
      <h2 className="px-3 pb-1 text-micro text-text3">{say(`nav.group.${group}`)}</h2>
      <ul>
        {shown.map(({ name, label }) => (
          <li key={name}>
            <MenuLink href={`#/${name}`} isHere={isAt(hash, name)} count={waiting && countsOf[name]?.(waiting)}>
              {say(label)}
            </MenuLink>
            {name === 'cases' && waiting !== undefined ? <QueueLinks queues={caseQueuesOf(waiting)} /> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One line for each queue; somebody with a single one has it in the line above. */
function QueueLinks({ queues }: Readonly<{ queues: Waiting['queues'] }>) {
  const isOnCases = screenOf(useHash()) === 'cases'
  const [kind] = useHashValue('kind')
  if (queues.length < 2) return null
  return (
    <ul>
      {queues.map((queue) => (
        <li key={queue.kind}>
          <MenuLink isSmall href={`#/cases?kind=${queue.kind}`} isHere={isOnCases && kind === queue.kind} count={queue}>
            {say(`case.${queue.kind}`)}
          </MenuLink>
        </li>
      ))}
    </ul>
  )
}

/** The keys are for the screen that opens; on the link Enter would only open it again. A click for a window of its own leaves things here. */
const toContent = (event: MouseEvent<HTMLAnchorElement>): void => {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) document.querySelector<HTMLElement>('main')?.focus()
}

type MenuLinkProps = Readonly<{ href: string; isHere: boolean; isSmall?: boolean; count: WaitingCount | undefined; children: string }>

function MenuLink({ href, isHere, isSmall = false, count, children }: MenuLinkProps) {
  const said = count === undefined ? '' : inWords(count)
  return (
    <a
      href={href}
      onClick={toContent}
      aria-current={isHere ? 'page' : undefined}
      title={said === '' ? undefined : said}
      className={classes(
        'flex items-center justify-between gap-2 rounded-control pr-3',
        isSmall ? 'min-h-8 pl-6 text-meta' : 'min-h-10 pl-3 text-label',
        isHere ? 'bg-accent-tint text-accent' : 'text-text2 hover:bg-s2',
      )}
    >
      <span className="min-w-0">{children}</span>
      {count === undefined || said === '' ? null : (
        <>
          <span className="sr-only">{said}</span>
          <Counts count={count} />
        </>
      )}
    </a>
  )
}

const ICON_SIZE = 12

/** The number that waits, and apart from it how many are late and how many are in the reader's hand. */
const Counts = ({ count: { open, mine, overdue, isTrouble = false } }: Readonly<{ count: WaitingCount }>) => (
  <span aria-hidden className="num flex flex-none items-center gap-2 text-meta">
    {mine === 0 ? null : (
      <span className="flex items-center gap-0.5 text-accent">
        <Hand size={ICON_SIZE} strokeWidth={2.25} />
        {mine}
      </span>
    )}
    {overdue === 0 ? null : (
      <span className="flex items-center gap-0.5 text-danger">
        <Clock size={ICON_SIZE} strokeWidth={2.25} />
        {overdue}
      </span>
    )}
    {overdue === open ? null : <span className={isTrouble ? 'text-danger' : undefined}>{open}</span>}
  </span>
)

/** The same in words, for whoever does not see the signs; empty where nothing waits. */
const inWords = ({ open, mine, overdue }: WaitingCount): string =>
  open === 0
    ? ''
    : [
        say('menu.waits', { count: open }),
        overdue === 0 ? null : say('cases.overdue', { count: overdue }),
        mine === 0 ? null : say('menu.mine', { count: mine }),
      ]
        .filter((part) => part !== null)
        .join(', ')
