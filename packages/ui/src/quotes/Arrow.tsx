import type { Direction } from '../formats/format.ts'

const shapes: Readonly<Record<Direction, string>> = { up: 'M5 1.5 9.5 9h-9z', down: 'M5 8.5 .5 1h9z', flat: 'M2 2h6v6H2z' }

/** ▲ ▼ ■ as drawings, so that every font shows the same. */
export function Arrow({ direction, size = 9 }: Readonly<{ direction: Direction; size?: number | undefined }>) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 10 10" className="inline-block flex-none fill-current">
      <path d={shapes[direction]} />
    </svg>
  )
}
