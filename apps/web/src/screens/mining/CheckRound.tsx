import type { MiningRound } from '@rueda/contract/mining.ts'
import { hashOf, isShare } from '@rueda/rules/mining/share.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { CopyButton } from '@rueda/ui/actions/CopyButton.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useState } from 'react'
import { useText } from '../../shared/text/text.ts'

const NONCE_DIGITS = 16
const HEXADECIMAL = 16
const nonceOf = (number: number): string => number.toString(HEXADECIMAL).padStart(NONCE_DIGITS, '0')

export type RevealedRound = MiningRound & Readonly<{ challenge: string }>
export const isRevealed = (round: MiningRound | null): round is RevealedRound => round !== null && round.challenge !== null

type Summed = Pick<RevealedRound, 'challenge' | 'target' | 'share'>

/** The sum of a round, done again in this browser: with the number of its share, or with numbers tried by hand where it has none. */
export function CheckRound({ round }: Readonly<{ round: Summed }>) {
  const t = useText('mining')
  const { challenge, target, share } = round
  const [tried, setTried] = useState(0)
  const nonce = share?.nonce ?? nonceOf(Math.max(0, tried - 1))
  const hash = tried === 0 ? null : hashOf(challenge, nonce)
  return (
    <div className="flex flex-col gap-2.5">
      <p className="text-label font-normal text-text2">{t('check.about')}</p>
      <Digits label={t('check.challenge')} value={challenge} />
      <Digits label={t('check.nonce')} value={nonce} />
      <Digits label={t('check.target')} value={target} />
      {hash === null ? null : (
        <div role="status" className="flex flex-col gap-2.5">
          <Digits label={t('check.hash')} value={hash} />
          <Verdict hash={hash} round={round} />
        </div>
      )}
      <Button tone="secondary" wide onPress={() => setTried((before) => before + 1)}>
        {t(share === null ? 'check.next' : 'check.again')}
      </Button>
    </div>
  )
}

function Verdict({ hash, round: { target, share } }: Readonly<{ hash: string; round: Summed }>) {
  const t = useText('mining')
  const isUnder = isShare(hash, target)
  const isKept = share === null || share.hash === hash
  return (
    <InlineMessage tone={isUnder && isKept ? 'up' : share === null ? 'info' : 'danger'}>
      <p>{t(isUnder ? 'check.below' : 'check.above')}</p>
      {share === null ? null : <p>{t(isKept ? 'check.same' : 'check.other')}</p>}
    </InlineMessage>
  )
}

const LINE_DIGITS = 32
const linesOf = (value: string): readonly string[] =>
  Array.from({ length: Math.ceil(value.length / LINE_DIGITS) }, (_, line) => value.slice(line * LINE_DIGITS, (line + 1) * LINE_DIGITS))

/** Digits in lines of equal length, the zeros that they begin with in grey: how many there are is how small the number is. */
function Digits({ label, value }: Readonly<{ label: string; value: string }>) {
  const [first = '', ...others] = linesOf(value)
  const zeros = /^0*/.exec(first)?.[0] ?? ''
  return (
    <div>
      <p className="flex items-center justify-between gap-3 text-meta text-text3">
        {label}
        <CopyButton value={value} label={label} short />
      </p>
      <p className="num font-mono text-meta break-all">
        <span className="text-text3">{zeros}</span>
        {first.slice(zeros.length)}
        {others.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </p>
    </div>
  )
}
