import { useEffect, useRef, useState } from 'react'
import { classes } from '../look/classes.ts'

const COALESCE_MS = 500
const DIGITS = '0123456789'

/**
 * Digits that roll to their new value, at most twice a second. Each digit is a strip of ten that slides; marks stand
 * still. The strip is hidden from screen readers, which read the plain text beside it.
 */
export default function RollingNumber({ shown }: { shown: string }) {
  const settled = useCoalesced(shown)
  return (
    <span className="relative inline-flex">
      <span className="sr-only">{settled}</span>
      <span aria-hidden className="inline-flex">
        {[...settled].map((character, at) => (
          <Cell key={settled.length - at} character={character} />
        ))}
      </span>
    </span>
  )
}

function Cell({ character }: { character: string }) {
  const digit = DIGITS.indexOf(character)
  if (digit < 0) return <span className="whitespace-pre">{character}</span>
  return (
    <span className="inline-block h-[1lh] overflow-hidden">
      <span
        className={classes('flex flex-col transition-transform duration-[320ms] ease-[cubic-bezier(.2,0,0,1)]')}
        style={{ transform: `translateY(-${digit}lh)` }}
      >
        {[...DIGITS].map((each) => (
          <span key={each} className="h-[1lh]">
            {each}
          </span>
        ))}
      </span>
    </span>
  )
}

/** The newest text, handed on at once when quiet and at most every half second when busy. */
function useCoalesced(text: string): string {
  const [settled, setSettled] = useState(text)
  const last = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, last.current + COALESCE_MS - performance.now())
    const timer = setTimeout(() => {
      last.current = performance.now()
      setSettled(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
