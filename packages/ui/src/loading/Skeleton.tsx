import { type ReactNode, useEffect, useState } from 'react'
import { classes } from '../look/classes.ts'
import { useUi } from '../provider/context.tsx'

export const SKELETON_AFTER_MS = 200
const SLOW_AFTER_MS = 10_000
/** Nobody waits longer than this for what stands below something whose height is not known yet. */
export const HIDES_BELOW_MS = 3000

type BoneProps = Readonly<{
  height?: number | undefined
  width?: number | string | undefined
  round?: boolean | undefined
  className?: string | undefined
}>

const shimmer =
  'animate-shimmer bg-s2 bg-[linear-gradient(90deg,transparent_0,var(--s3)_50%,transparent_100%)] bg-[length:200%_100%] bg-no-repeat'

/** A place where something will be, of its size. */
export const Skeleton = ({ height = 16, width = '100%', round = false, className }: BoneProps) => (
  <span
    aria-hidden
    style={{ height, width }}
    className={classes('block max-w-full', round ? 'rounded-pill' : 'rounded-chip', shimmer, className)}
  />
)

/** Rows as a list of quotes will have them. */
export const SkeletonRows = ({ rows = 5, height = 64 }: Readonly<{ rows?: number | undefined; height?: number | undefined }>) => (
  <div className="divide-y divide-line">
    {Array.from({ length: rows }, (_, at) => (
      <div key={at} style={{ height }} className="flex items-center gap-2.5">
        <Skeleton width={36} height={36} className="flex-none" />
        <span className="flex flex-1 flex-col gap-1.5">
          <Skeleton width="55%" height={14} />
          <Skeleton width="30%" height={12} />
        </span>
        <Skeleton width={78} height={32} className="flex-none" />
      </div>
    ))}
  </div>
)

type WaitingProps = Readonly<{ children: ReactNode; onCancel?: (() => void) | undefined; hidesBelow?: boolean | undefined }>

/** Holds its place at once, shows its skeleton after 200 ms, and after ten seconds says that it takes long. */
export function Waiting({ children, onCancel, hidesBelow = false }: WaitingProps) {
  const { text } = useUi()
  const shown = useAfter(SKELETON_AFTER_MS)
  const slow = useAfter(SLOW_AFTER_MS)
  const waitedLong = useAfter(HIDES_BELOW_MS)
  return (
    <div aria-busy data-hides-below={(hidesBelow && !waitedLong) || undefined} className={classes(!shown && 'invisible')}>
      <span role="status" className="sr-only">
        {shown ? text.loading : ''}
      </span>
      {children}
      {slow ? (
        <p className="flex items-center justify-center gap-3 py-3 text-meta text-text3">
          {text.slow}
          {onCancel === undefined ? null : (
            <button type="button" onClick={onCancel} className="hit font-medium text-accent">
              {text.cancel}
            </button>
          )}
        </p>
      ) : null}
    </div>
  )
}

/** True once so much time has passed. */
export function useAfter(ms: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return passed
}
