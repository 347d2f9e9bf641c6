import { useState } from 'react'
import { classes } from '../look/classes.ts'

type LogoProps = Readonly<{ code: string; src?: string | null | undefined; size?: number | undefined; round?: boolean | undefined }>

/** An instrument's drawing, or the first two letters of its code where there is none. */
export function Logo({ code, src, size = 36, round = false }: LogoProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shape = round ? 'rounded-pill' : 'rounded-[10px]'
  if (src === null || src === undefined || src === '' || broken === src) return <Monogram text={code} size={size} round={round} />
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(src)}
      className={classes('flex-none bg-s2 object-cover', shape)}
    />
  )
}

const LETTERS = 2

export function Monogram({
  text,
  size = 36,
  round = false,
}: Readonly<{ text: string; size?: number | undefined; round?: boolean | undefined }>) {
  return (
    <span
      aria-hidden
      style={{ width: size, height: size, fontSize: Math.round(size / 2.8) }}
      className={classes(
        'grid flex-none place-items-center bg-s3 leading-none font-semibold text-text1 uppercase',
        round ? 'rounded-pill' : 'rounded-[10px]',
      )}
    >
      {[...text.replace(/[^\p{L}\p{N}]/gu, '')].slice(0, LETTERS).join('')}
    </span>
  )
}
