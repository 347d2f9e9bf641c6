type TileProps = Readonly<{
  label: string
  figure: string
  line: string
  /** Where the number leads; null for whoever may not go there. */
  href: string | null
  alarming?: boolean
}>

/** A number with what it counts and what to know of it. */
export function Tile({ label, figure, line, href, alarming = false }: TileProps) {
  const inside = (
    <>
      <span className="text-label text-text2">{label}</span>
      <span className="num block text-total break-words">{figure}</span>
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
