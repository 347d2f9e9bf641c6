type MeterProps = Readonly<{ label: string; value: string; share: number; tone?: 'accent' | 'warn' | undefined }>

const PERCENT = 100
const tones = { accent: 'bg-accent', warn: 'bg-warn' }

/** An amount out of a whole, in words and as a bar. `share` goes from 0 to 1. */
export function Meter({ label, value, share, tone = 'accent' }: MeterProps) {
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-3 text-label">
        <span className="font-normal text-text2">{label}</span>
        <span className="num">{value}</span>
      </p>
      <div aria-hidden className="mt-1.5 h-1.5 overflow-hidden rounded-pill bg-s3">
        <div className={`h-full rounded-pill ${tones[tone]}`} style={{ width: `${Math.min(1, Math.max(0, share)) * PERCENT}%` }} />
      </div>
    </div>
  )
}
