import { CopyButton } from './CopyButton.tsx'

/** A number of ours shows whole; the hash of a transaction is longer than a telephone is wide, and shows its two ends. */
const MAX_SHOWN = 22
const HEAD = 8
const TAIL = 6

/** A number to pass on to somebody, and a button that puts all of it on the clipboard. Rows of them stand as high as a thumb. */
export const CopyValue = ({ value, label }: Readonly<{ value: string; label: string }>) => (
  <span className="flex min-h-11 min-w-0 items-center justify-end gap-2.5 pr-1">
    <span className="min-w-0 wrap-anywhere">{value.length > MAX_SHOWN ? `${value.slice(0, HEAD)}…${value.slice(-TAIL)}` : value}</span>
    <CopyButton value={value} label={label} short />
  </span>
)
