import type { MiningState } from '@rueda/contract/mining.ts'
import { chanceOf } from '@rueda/rules/mining/share.ts'
import { MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { formatDateTime, formatDeadline, formatTime } from '@rueda/ui/formats/dates.ts'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { type Tone, toneText, toneTint } from '@rueda/ui/look/tone.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { BatteryLow, CircleCheck, CircleX, type LucideIcon, Pickaxe, Radar } from 'lucide-react'
import { type Translate, useText } from '../../shared/text/text.ts'
import { Meter } from './Meter.tsx'
import { useSearching } from './miner.ts'
import { statusOf } from './round-look.ts'
import { useProgress } from './use-mining.ts'

type Round = NonNullable<MiningState['round']>
const icons: Readonly<Record<Round['status'], LucideIcon>> = {
  searching: Radar,
  working: Pickaxe,
  noEnergy: BatteryLow,
  success: CircleCheck,
  failed: CircleX,
  stopped: Pickaxe,
  lapsed: Pickaxe,
}

/** How the latest round stands: its word, since when, its minutes and its energy, and what this browser really does for it. */
export function StateCard({ state, answeredAt }: Readonly<{ state: MiningState; answeredAt: number }>) {
  const t = useText('mining')
  const { language } = useUi()
  const { round, energy, roundMs } = state
  const { minedMs, energyLeft } = useProgress(state, answeredAt)
  const amount = (num: number, most: number) => t('amount', { num: whole(language, num), most: whole(language, most) })
  const hasMinutes = round?.status === 'working' || round?.status === 'noEnergy'
  return (
    <Card className="flex flex-col gap-4">
      <Headline round={round} />
      {round === null ? null : <Note round={round} t={t} language={language} />}
      {hasMinutes ? (
        <Meter label={t('minutes')} value={amount(Math.floor(minedMs / MINUTE_MS), roundMs / MINUTE_MS)} share={minedMs / roundMs} />
      ) : null}
      <div>
        <Meter
          label={t('energy')}
          value={amount(energyLeft, energy.aDay)}
          share={energyLeft / energy.aDay}
          tone={energyLeft < energy.needed ? 'warn' : 'accent'}
        />
        <p className="num mt-1.5 text-meta text-text3">{t('energy.free', { at: formatTime(energy.refillTimestamp) })}</p>
      </div>
      {round?.status === 'working' && round.share === null ? <Speed round={round} /> : null}
    </Card>
  )
}

function Headline({ round }: Readonly<{ round: Round | null }>) {
  const t = useText('mining')
  const status = useText('status')
  const { tone, label }: Readonly<{ tone: Tone; label: string }> =
    round === null ? { tone: 'flat', label: t('idle') } : statusOf(status, round)
  const Icon = round === null ? Pickaxe : icons[round.status]
  const isMoving = round?.status === 'searching' || round?.status === 'working'
  return (
    <div role="status" className="flex items-center gap-3">
      <span className={classes('grid size-12 flex-none place-items-center rounded-pill', toneTint[tone], toneText[tone])}>
        <Icon aria-hidden size={26} strokeWidth={1.75} className={isMoving ? 'animate-[pulse_3s_ease-in-out_infinite]' : undefined} />
      </span>
      <span className="min-w-0">
        <span className="block text-title">{label}</span>
        {round === null ? null : (
          <span className="num block text-meta text-text3">{t('since', { at: formatDateTime(round.statusTimestamp) })}</span>
        )}
      </span>
    </div>
  )
}

type Said = Readonly<{ round: Round; t: Translate<'mining'>; language: Language }>

function Note({ round, t, language }: Said) {
  const num = whole(language, round.roundMs / MINUTE_MS)
  switch (round.status) {
    case 'searching':
      return <Plain>{t('note.searching')}</Plain>
    case 'working':
      return round.share === null ? <Plain>{t('note.working')}</Plain> : <InlineMessage tone="up">{t('note.found', { num })}</InlineMessage>
    case 'noEnergy':
      return <InlineMessage tone="warn">{t('note.noEnergy', { at: formatDeadline(round.nextTimestamp) })}</InlineMessage>
    case 'failed':
      return <Plain>{t('note.failed', { num })}</Plain>
    case 'success':
      return <Plain>{t('note.success')}</Plain>
    case 'stopped':
      return <Plain>{t('note.stopped')}</Plain>
    case 'lapsed':
      return <Plain>{t('note.lapsed')}</Plain>
  }
}

const Plain = ({ children }: { children: string }) => <p className="text-label font-normal text-text2">{children}</p>

/** What was measured in this browser, and nothing that was assumed. */
function Speed({ round }: Readonly<{ round: Round }>) {
  const t = useText('mining')
  const { language } = useUi()
  const { roundId, rate, tried, isUnsent, isUnable } = useSearching()
  if (isUnable) return <InlineMessage tone="warn">{t('note.unable')}</InlineMessage>
  if (isUnsent) return <InlineMessage tone="warn">{t('note.unsent')}</InlineMessage>
  const isOwn = roundId === round.id
  const hashes = rate === null ? null : rate * (round.roundMs / SECOND_MS)
  return (
    <div>
      <Facts
        rows={[
          { label: t('rate'), value: !isOwn || rate === null ? null : t('rate.value', { num: whole(language, rate) }) },
          { label: t('tried'), value: isOwn ? whole(language, tried) : null },
          { label: t('tries'), value: formatNumber(language, round.tries) },
          { label: t('chance.own'), value: hashes === null ? null : percent(language, chanceOf(BigInt(round.tries), hashes)) },
        ]}
      />
      <p className="mt-1 text-meta text-text3">{t('battery')}</p>
    </div>
  )
}

const whole = (language: Language, value: number): string => formatNumber(language, String(Math.round(value)))
const MIN_SHOWN = 0.001
const MAX_SHOWN = 0.999

/** A chance is never nothing and never certain, so it does not read as either. */
export const percent = (language: Language, chance: number): string =>
  formatNumber(language, Math.min(MAX_SHOWN, Math.max(MIN_SHOWN, chance)).toFixed(4), { style: 'percent', most: 1 })
