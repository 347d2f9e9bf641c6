import type { dashboard } from '@rueda/contract/admin/dashboard.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { PowerName } from '@rueda/rules/staff/powers.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { ReactNode } from 'react'
import { may } from '../../app/session.ts'
import { money } from '../../app/figures.ts'
import { age, moment } from '../../app/moments.ts'
import { say, wordOr } from '../../app/words.ts'
import { Tile } from './Tile.tsx'

type Day = StaffDataOf<typeof dashboard.today>

/** Silence of an open market after which it stands out. */
const SILENT_MS = MINUTE_MS

/** Money of the day, feeds, jobs and the state of the ledger's checks. */
export function Today({ today, powers }: Readonly<{ today: Day; powers: readonly PowerName[] }>) {
  const seesMoney = may(powers, 'cases.see')
  return (
    <>
      <Tiles title={say('dashboard.money', { when: moment(today.sinceTimestamp) })}>
        <Money label={say('dashboard.in')} moved={today.moneyIn} href={seesMoney ? '#/cases?kind=deposit&state=closed' : null} />
        <Money label={say('dashboard.out')} moved={today.moneyOut} href={seesMoney ? '#/cases?kind=withdrawal&state=closed' : null} />
      </Tiles>
      <Tiles title={say('dashboard.health')}>
        <LedgerCheck integrity={today.integrity} href={may(powers, 'integrity.see') ? '#/integrity' : null} />
        <Jobs late={today.lateJobs} href={may(powers, 'integrity.see') ? '#/integrity' : null} />
        <LateWithdrawals count={today.lateWithdrawals} href={seesMoney ? '#/cases?kind=withdrawal&state=open' : null} />
        {today.feeds.map(({ market, phase, ageMs }) => {
          const isSilent = phase === 'OPEN' && (ageMs === null || ageMs > SILENT_MS)
          return (
            <Tile
              key={market}
              href={may(powers, 'market.see') ? '#/market' : null}
              label={say('dashboard.feed', { market })}
              figure={ageMs === null ? '—' : age(ageMs)}
              line={`${say(`market.phase.${phase === 'OPEN' ? 'open' : 'other'}`)} · ${say(isSilent ? 'dashboard.silent' : 'dashboard.heard')}`}
              alarming={isSilent}
            />
          )
        })}
      </Tiles>
    </>
  )
}

const Tiles = ({ title, children }: Readonly<{ title: string; children: ReactNode }>) => (
  <section aria-label={title}>
    <h2 className="pb-2 text-nav">{title}</h2>
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-4">{children}</ul>
  </section>
)

/** One tile for each currency, and one that says so when nothing moved. */
function Money({ label, moved, href }: Readonly<{ label: string; moved: Day['moneyIn']; href: string | null }>) {
  if (moved.length === 0) return <Tile href={href} label={label} figure="0" line={say('dashboard.nothing')} />
  return moved.map(({ currency, amount, count }) => (
    <Tile key={currency} href={href} label={label} figure={money(amount, currency)} line={say('dashboard.count', { count })} />
  ))
}

function LedgerCheck({ integrity, href }: Readonly<{ integrity: Day['integrity']; href: string | null }>) {
  const { timestamp, checks, broken, moneyStopped } = integrity
  const isRed = broken > 0 || moneyStopped === 1
  const light = broken > 0 ? 'dashboard.red' : moneyStopped === 1 ? 'dashboard.unchecked' : 'dashboard.green'
  return (
    <Tile
      href={href}
      label={say('dashboard.books')}
      figure={timestamp === null ? '—' : `${checks - broken}/${checks}`}
      line={timestamp === null ? say('integrity.none') : say(light, { when: moment(timestamp) })}
      alarming={isRed}
    />
  )
}

const Jobs = ({ late, href }: Readonly<{ late: Day['lateJobs']; href: string | null }>) => (
  <Tile
    href={href}
    label={say('dashboard.jobs')}
    figure={String(late.length)}
    line={
      late.length === 0 ? say('dashboard.noLate') : late.map(({ job, market }) => `${wordOr(`job.${job}`, job)} · ${market}`).join(', ')
    }
    alarming={late.length > 0}
  />
)

const LateWithdrawals = ({ count, href }: Readonly<{ count: number; href: string | null }>) => (
  <Tile
    href={href}
    label={say('dashboard.lateWithdrawals')}
    figure={String(count)}
    line={say(count === 0 ? 'dashboard.noneLate' : 'dashboard.someLate')}
    alarming={count > 0}
  />
)
