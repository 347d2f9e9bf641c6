type TileProps = Readonly<{
  label: string
  figure: string
  line: string
  /** Address that the number leads to; null for those who may not go there. */
  href: string | null
  alarming?: boolean
}>

const LONG = 11
const MAX_LENGTH = 16

/** A tile is as wide as a short figure in full size; a longer one is written smaller and never broken. */
const sizeOf = (figure: string): string => (figure.length <= LONG ? 'text-total' : figure.length <= MAX_LENGTH ? 'text-title' : 'text-nav')

/** A number with its label and a line about it. */
export function Tile({ label, figure, line, href, alarming = false }: TileProps) {
  const inside = (
    <>
      <span className="text-label text-text2">{label}</span>
      <span className={`num block leading-8 whitespace-nowrap ${sizeOf(figure)}`}>{figure}</span>
      <span className={`block text-meta ${alarming ? 'text-danger' : 'text-text3'}`}>{line}</span>
    </>
  )
  const look = 'block h-full rounded-card bg-s1 p-4 shadow-card'
  return (
    <li>
      {href === null ? (
        <div className={look}>{inside}</div>
      ) : (
        <a href={href} className={`${look} hover:bg-s2`}>
          {inside}
        </a>
      )}
    </li>
  )
}
